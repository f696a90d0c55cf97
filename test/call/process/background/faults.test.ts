import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { stopBackground } from "../../../../src/call/background-tasks.js";
import { processStart } from "../../../../src/call/line-file.js";
import { signalGroup } from "../../../../src/call/process/process-group.js";
import { eventually } from "../../../kit/eventually.js";
import { sampled } from "../../../kit/repeat.js";
import { temporaryFolder } from "../../../kit/temporary-folder.js";
import { startCall } from "../../bin-folder.js";
import { leftProcesses, markedProcesses, newMarker, startedProcesses } from "../marked-processes.js";
import { backgroundOf, backgroundTool, placeIn } from "./tasks.js";

const bystanders: number[] = [];
afterAll(() => {
  for (const pid of bystanders) signalGroup(pid, "SIGKILL");
});

const sleeper = (marker: string) => `sh -c 'while :; do sleep 1; done' ${marker}`;
const clean = (folder: string) => stopBackground({ projectDir: folder, env: { TMPDIR: folder }, signal: new AbortController().signal });
const pidOf = (stdout: string) => Number(/process (\d+)/.exec(stdout)?.[1]);

/** A process group that a forged state names. */
async function bystander() {
  const marker = newMarker();
  const { child } = startCall({ program: "setsid", args: ["--wait", "sh", "-c", `echo $$; ${sleeper(marker)}; :`] });
  const pid = await new Promise<number>((resolve) => child.stdout?.once("data", (text) => resolve(Number(String(text)))));
  bystanders.push(pid);
  await startedProcesses(marker, 1);
  return { pid, marker };
}

it("frees a lock that says nothing, by a start, a stop and a cleaning", async () => {
  for (const free of ["start", "stop", "clean"] as const) {
    const folder = temporaryFolder();
    const marker = newMarker();
    const tool = backgroundTool(`echo ready; ${sleeper(marker)}`, { folder, readyWhen: "ready", timeoutMs: 5000 });
    await tool.start();
    await tool.stop();
    await tool.start();
    const place = placeIn(folder);
    await tool.stop();
    for (const leave of sampled([writeEmpty, writeText, mkdirSync, linkToItself], { usual: free === "start" ? 4 : 2 })) {
      leave(`${place}.lock`);
      if (free === "stop") await tool.stop();
      if (free === "clean") await clean(folder);
      if (free !== "start") expect(() => statSync(`${place}.lock`), `${free} ${leave.name}`).toThrow("ENOENT");
      expect(await tool.start(), `${free} ${leave.name}`).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining("runs in the background"),
      });
      await tool.stop();
    }
    expect(readdirSync(backgroundOf(folder))).toEqual([]);
    expect(await leftProcesses(marker)).toEqual([]);
  }
});

const writeEmpty = (path: string) => writeFileSync(path, "");
const writeText = (path: string) => writeFileSync(path, `${process.pid}`);
const linkToItself = (path: string) => symlinkSync(path, path);

it("takes no lock away from a call that holds it", async () => {
  const folder = temporaryFolder();
  const marker = newMarker();
  const tool = backgroundTool(`echo started; ${sleeper(marker)}`, { folder, readyWhen: "never" });
  const aborting = new AbortController();
  const starting = tool.start(aborting.signal);
  await startedProcesses(marker, 1);
  const lock = `${placeIn(folder)}.lock`;
  const other = backgroundTool("echo other", { folder, timeoutMs: 1000 });
  expect(await other.start()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("Another call is still starting a_tool") });
  await clean(folder);
  await expect(starting).resolves.toMatchObject({ exitCode: 1 });
  expect(existsSync(lock)).toBe(false);
  expect(await leftProcesses(marker)).toEqual([]);
});

it("bounds what it keeps of a program that prints without end, and still sees when it is ready", async () => {
  const folder = temporaryFolder();
  const marker = newMarker();
  const flood = `i=0; while [ $i -lt 100 ]; do dd if=/dev/zero bs=65536 count=16 2>/dev/null | tr '\\0' x; echo; i=$((i+1)); done`;
  const tool = backgroundTool(`${flood}; echo ready; ${sleeper(marker)}`, { folder, readyWhen: "ready" });
  const sizes: number[] = [];
  const starting = tool.start();
  let isOver = false;
  starting.finally(() => (isOver = true)).catch(() => {});
  // 100 MB in all.
  while (!isOver) {
    await delay(20);
    const place = placeIn(folder);
    const names = existsSync(place) ? readdirSync(place) : [];
    sizes.push(names.map((name) => statSync(join(place, name), { throwIfNoEntry: false })?.size ?? 0).reduce((a, b) => a + b, 0));
  }
  expect(await starting).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("a_tool runs in the background") });
  expect(Math.max(...sizes)).toBeLessThan(40 * 1024 * 1024);
  expect(await tool.output()).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining("It printed more than is kept; this is the end:"),
  });
  await tool.stop();
  expect(readdirSync(backgroundOf(folder))).toEqual([]);
  expect(await leftProcesses(marker)).toEqual([]);
});

it("believes no state that it can't have written, and kills nothing because of it", async () => {
  const folder = temporaryFolder();
  const marker = newMarker();
  const tool = backgroundTool(sleeper(marker), { folder });
  await tool.start();
  const place = placeIn(folder);
  const path = join(place, "state.json");
  const real = readFileSync(path, "utf8");
  const own = JSON.parse(real);
  const other = await bystander();
  const start = startOf(other.pid);
  const forged: Readonly<Record<string, (text: string) => void>> = {
    "a link to a file": (text) => {
      writeFileSync(join(folder, "elsewhere"), text);
      rmSync(path);
      symlinkSync(join(folder, "elsewhere"), path);
    },
    "a second name of a file": (text) => {
      writeFileSync(join(folder, "second"), text);
      rmSync(path);
      linkSync(join(folder, "second"), path);
    },
    "a file that others can write": (text) => {
      writeFileSync(path, text);
      chmodSync(path, 0o666);
    },
    ...(process.getuid?.() === 0 && {
      "a file of another user": (text: string) => {
        writeFileSync(path, text);
        chownSync(path, 65_534, 65_534);
      },
    }),
  };
  const good = { ...own, pid: other.pid, start };
  for (const [name, forge] of Object.entries(forged)) {
    forge(JSON.stringify(good));
    expect((await tool.output()).stdout, name).toContain("doesn't run in this workspace");
    rmSync(path);
    writeFileSync(path, real, { mode: 0o600 });
  }
  const foreign: Readonly<Record<string, () => void>> = {
    "a linked folder": () => {
      renameSync(place, join(folder, "moved"));
      symlinkSync(join(folder, "moved"), place);
    },
    "a folder that others can write": () => chmodSync(place, 0o777),
    ...(process.getuid?.() === 0 && { "a folder of another user": () => chownSync(place, 65_534, 65_534) }),
  };
  for (const [name, change] of Object.entries(foreign)) {
    writeFileSync(path, JSON.stringify(good));
    change();
    expect((await tool.output()).stdout, name).toContain("doesn't run in this workspace");
    rmSync(place, { recursive: true });
    rmSync(join(folder, "moved"), { recursive: true, force: true });
    mkdirSync(place, { mode: 0o700 });
    writeFileSync(path, real, { mode: 0o600 });
  }
  const wrong: readonly object[] = [
    { ...good, tool: "another" },
    { ...good, workspace: "/" },
    { ...good, stopSignal: "SIGNOTHING" },
    { ...good, argv: "rm" },
    { ...good, since: "yesterday" },
    { ...good, start: "" },
    { ...good, start: 12 },
    ...[0, 1, -1, 1.5, "1", null, Number.MAX_VALUE, -other.pid].map((pid) => ({ ...good, pid })),
    [],
    {},
  ];
  for (const state of wrong) {
    writeFileSync(path, JSON.stringify(state));
    expect((await tool.output()).stdout, JSON.stringify(state)).toContain("doesn't run in this workspace");
  }
  // A process that leads no group: this one's, or a child of the bystander.
  for (const pid of [process.pid, childOf(other.pid)]) {
    writeFileSync(path, JSON.stringify({ ...own, pid, start: startOf(pid) }));
    expect((await tool.stop()).stdout).toBe("a_tool doesn't run in this workspace.\n");
    mkdirSync(place, { recursive: true, mode: 0o700 });
  }
  expect(markedProcesses(other.marker).length).toBeGreaterThan(0);
  writeFileSync(path, real, { mode: 0o600 });
  await tool.stop();
  expect(await leftProcesses(marker)).toEqual([]);
});

const childOf = (pid: number) => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")[0]);
const startOf = (pid: number) => processStart(pid);

it("believes no state from before a reboot, although number and start are the same", async () => {
  const folder = temporaryFolder();
  const marker = newMarker();
  const tool = backgroundTool(sleeper(marker), { folder });
  await tool.start();
  const path = join(placeIn(folder), "state.json");
  const state = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...state, start: state.start.replace(/@.*/, "@11111111-2222-3333-4444-555555555555") }));
  expect((await tool.output()).stdout).toContain("has ended");
  writeFileSync(path, JSON.stringify(state));
  await tool.stop();
  expect(await leftProcesses(marker)).toEqual([]);
});

it("follows no link on the way to its files, and removes nothing behind one", async () => {
  const folder = temporaryFolder();
  const elsewhere = temporaryFolder();
  writeFileSync(join(elsewhere, "theirs"), "theirs");
  const marker = newMarker();
  const tool = backgroundTool(sleeper(marker), { folder });
  mkdirSync(join(folder, `toolgen-${process.getuid?.()}`), { mode: 0o700 });
  symlinkSync(elsewhere, backgroundOf(folder));
  for (const call of [tool.start, tool.output, tool.stop]) {
    expect(await call()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("is not a folder of this user") });
  }
  await expect(clean(folder)).rejects.toThrow("is not a folder of this user");
  expect(readdirSync(elsewhere)).toEqual(["theirs"]);
  rmSync(backgroundOf(folder));
  await tool.start();
  const place = placeIn(folder);
  await tool.stop();
  // A place that is a link, and one that holds links.
  symlinkSync(elsewhere, place);
  expect((await tool.output()).stdout).toContain("doesn't run in this workspace");
  expect(await tool.start()).toMatchObject({ exitCode: 0 });
  expect(statSync(backgroundOf(folder)).mode & 0o777).toBe(0o700);
  rmSync(join(place, "log"), { force: true });
  symlinkSync(join(elsewhere, "theirs"), join(place, "log"));
  expect((await tool.output()).stdout).not.toContain("theirs");
  await tool.stop();
  expect(readFileSync(join(elsewhere, "theirs"), "utf8")).toBe("theirs");
  expect(readdirSync(elsewhere)).toEqual(["theirs"]);
  expect(await leftProcesses(marker)).toEqual([]);
});

it("closes a folder of programs that others can enter", async () => {
  const folder = temporaryFolder();
  const marker = newMarker();
  const tool = backgroundTool(sleeper(marker), { folder });
  await tool.start();
  chmodSync(backgroundOf(folder), 0o777);
  await tool.output();
  expect(statSync(backgroundOf(folder)).mode & 0o777).toBe(0o700);
  await tool.stop();
  expect(await leftProcesses(marker)).toEqual([]);
});

it("still stops a program whose supervisor was killed", async () => {
  const folder = temporaryFolder();
  const marker = newMarker();
  const tool = backgroundTool(`echo one; ${sleeper(marker)}`, { folder });
  const pid = pidOf((await tool.start()).stdout);
  // The supervisor and the writer of the log are children of the program that took the shell's place.
  process.kill(childOf(pid), "SIGKILL");
  expect((await tool.output()).stdout).toMatch(/a_tool runs since [\s\S]*one/);
  expect((await tool.start()).stdout).toContain("runs already");
  expect(await tool.stop()).toMatchObject({ stdout: "a_tool is stopped.\n" });
  expect(await leftProcesses(marker)).toEqual([]);
});

it("ends a program whose start was never written down", async () => {
  const folder = temporaryFolder();
  const marker = newMarker();
  const tool = backgroundTool(sleeper(marker), { folder });
  const pid = pidOf((await tool.start()).stdout);
  // As if the call had been killed between the start and its record.
  rmSync(join(placeIn(folder), `recorded.${pid}`));
  rmSync(join(placeIn(folder), "state.json"));
  expect(await eventually(() => markedProcesses(marker).length === 0)).toBe(true);
});

it("keeps the last words of a program that ends before it is ready", async () => {
  const folder = temporaryFolder();
  for (const script of ["echo last words; exit 3", "echo last words; sleep 100 & exit 3", "printf 'last words'; kill -KILL $$"]) {
    const tool = backgroundTool(script, { folder });
    const { stdout, stderr } = await tool.start();
    expect(stdout + stderr, script).toMatch(/last words[\s\S]*ended before it was ready/);
  }
});
