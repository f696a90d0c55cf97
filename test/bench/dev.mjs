import { once } from "node:events";
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { atMost, quantile, run, start, timeOnce } from "./measure.mjs";
import { changeOne, toolgen } from "./projects.mjs";

const change = "a saved change, until an open page has it";
const page = "the static page, until it can be searched";
/** Editors write a file in several steps: `toolgen dev` waits this long for the next one, which takes no CPU time. */
const quietMs = 60;

/** `toolgen dev` with an open page while specs change, and the static page in Chromium. */
export async function benchDev({ folder, sizes, rounds, deadline, project, onRun }) {
  const floor = await timeOnce({ program: process.execPath, args: [join(folder, "empty.cjs")], batch: 5 });
  const rows = [];
  for (const size of sizes) {
    const made = await project(size);
    const options = { rounds, deadline, onRun: (text) => onRun(`${size}: ${text}`) };
    rows.push(rowOf(change, size, await timeChanges(made, options), floor));
    const opened = await timePage(made, options);
    if (opened.length > 0) rows.push(rowOf(page, size, opened, floor));
  }
  const cpuMs = (what) => rows.find((row) => row.what === what && row.size === 1000)?.cpuMs;
  const targets = [
    ...(cpuMs(change)
      ? [atMost("CPU time of a saved change, 1,000 specs, without the wait for the editor", 300 - quietMs, cpuMs(change), "ms")]
      : []),
    ...(cpuMs(page) ? [atMost("CPU time of the static page, 1,000 tools", 1000, cpuMs(page), "ms")] : []),
  ];
  return { rows, floors: { nodeMs: floor.wall }, targets };
}

function rowOf(what, size, samples, floor) {
  const median = (key) =>
    quantile(
      samples.map((sample) => sample[key]),
      0.5,
    );
  return { what, size, runs: samples.length, cpu: median("cpu") / floor.cpu, ms: median("wall"), cpuMs: median("cpu") };
}

/** The first changes compile the code of `toolgen dev`, so they don't count. */
const unmeasured = 3;

async function timeChanges(project, { rounds, deadline, onRun }) {
  const child = start(process.execPath, [toolgen, "dev"], {
    cwd: project.dir,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [printed] = await once(child.stdout, "data");
  const events = await openEvents(new URL("events", String(printed).trim()));
  const samples = [];
  for (let round = -unmeasured; round < rounds && (round < 1 || performance.now() < deadline); round++) {
    onRun(`change ${round + 1} of ${rounds}`);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const before = { cpu: cpuOf(child.pid), wall: performance.now() };
    const shown = events.next('"kind":"tools"');
    changeOne(project);
    await shown;
    if (round >= 0) samples.push({ cpu: cpuOf(child.pid) - before.cpu, wall: performance.now() - before.wall });
  }
  events.close();
  child.kill("SIGTERM");
  await once(child, "close");
  return samples;
}

/** Listens as an open page does. `next` resolves with the next event that contains a text. */
async function openEvents(address) {
  const sent = request(address).end();
  const [response] = await once(sent, "response");
  let received = "";
  let wanted;
  response.setEncoding("utf8").on("data", (chunk) => {
    received += chunk;
    const whole = received.lastIndexOf("\n\n");
    if (whole < 0) return;
    if (wanted !== undefined && received.slice(0, whole).includes(wanted.text)) wanted.resolve();
    received = received.slice(whole + 2);
  });
  return { next: (text) => new Promise((resolve) => (wanted = { text, resolve })), close: () => sent.destroy() };
}

/** Milliseconds of CPU time of a process with its threads. The kernel counts in hundredths of a second. */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const programs = ["/usr/bin/chromium", "/usr/bin/google-chrome"];

/** CPU time of the page's thread. No samples where there is no browser. */
async function timePage(project, { rounds, deadline, onRun }) {
  const executablePath = programs.find((path) => existsSync(path));
  if (executablePath === undefined) return [];
  const { chromium } = await import("playwright-core");
  const dir = catalogueOf(project);
  await run(process.execPath, [toolgen, "build"], { cwd: dir });
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const samples = [];
  for (let round = 0; round < rounds && (round === 0 || performance.now() < deadline); round++) {
    onRun(`page ${round + 1} of ${rounds}`);
    const opened = await browser.newPage();
    const session = await opened.context().newCDPSession(opened);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const began = performance.now();
    await opened.goto(pathToFileURL(join(dir, "generated/docs/index.html")).href);
    await opened.getByRole("status").waitFor();
    const { metrics } = await session.send("Performance.getMetrics");
    samples.push({ cpu: metrics.find(({ name }) => name === "TaskDuration").value * 1000, wall: performance.now() - began });
    await opened.close();
  }
  await browser.close();
  return samples;
}

/** The same specs with the catalogue as a target. */
function catalogueOf({ dir }) {
  const copy = `${dir}-docs`;
  cpSync(join(dir, "tools.d"), join(copy, "tools.d"), { recursive: true });
  writeFileSync(join(copy, "toolgen.yaml"), "version: 1\ntargets: { docs: {} }\n");
  return copy;
}
