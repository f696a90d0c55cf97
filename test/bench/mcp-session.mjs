import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { endGroup, env, exit, start } from "./children.mjs";
import { timesOf } from "./measure.mjs";

/** Starts a program and prints its times when it has ended. */
export const wrapper = `TIMEFORMAT="%R %U %S"; time "$@"`;

/**
 * A server over standard streams, up to its answer to `tools/list`: no SDK's client, whose own work would be measured
 * too. `more` are further variables.
 */
export async function openSession({ args, cwd, seconds = 60, more = {} }) {
  const began = performance.now();
  const child = start("bash", ["-c", wrapper, "time", process.execPath, ...args], { cwd, env: { ...env, ...more } });
  const timer = setTimeout(() => endGroup(child), seconds * 1000);
  const ended = exit(child);
  const logged = collect(child.stderr);
  const request = requester(child, async () => `The server ended with ${await ended}: ${(await logged).slice(-1000)}`);

  const clientInfo = { name: "bench", version: "1.0.0" };
  await request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  const { tools } = await request("tools/list", {});
  const wall = performance.now() - began;

  return {
    wall,
    tools,
    call: (name, args) => request("tools/call", { name, arguments: args }),
    residentMb: () => residentMb(child.pid),
    /** Resolves to the CPU time of the whole life of the server, in milliseconds. */
    async close() {
      child.stdin.end();
      // Some servers keep timers and never end by themselves.
      const impatient = setTimeout(async () => endServer(await serverOf(child.pid)), 1500);
      await ended;
      clearTimeout(timer);
      clearTimeout(impatient);
      return timesOf(await logged).cpu;
    },
  };
}

/** Sends requests one at a time, each answered by the next message with its number. */
function requester(child, describeEnd) {
  const waiting = new Map();
  let rest = [];
  child.stdout.on("data", (chunk) => {
    rest.push(chunk);
    if (!chunk.includes(10)) return;
    const lines = Buffer.concat(rest).toString().split("\n");
    rest = [Buffer.from(lines.pop())];
    for (const line of lines.filter((text) => text !== "")) {
      const { id, result, error } = JSON.parse(line);
      const request = waiting.get(id);
      if (error !== undefined) request?.reject(new Error(JSON.stringify(error)));
      else request?.resolve(result);
    }
  });
  child.once("close", async () => {
    const error = new Error(await describeEnd());
    for (const { reject } of waiting.values()) reject(error);
  });
  child.stdin.on("error", () => {});
  let id = 0;
  return (method, params) =>
    new Promise((resolve, reject) => {
      waiting.set(++id, { resolve, reject });
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    });
}

export async function residentMb(wrapperPid) {
  const server = await serverOf(wrapperPid);
  const kilobytes = server === undefined ? Number.NaN : Number(await output("ps", ["-o", "rss=", "-p", String(server)]));
  return kilobytes > 0 ? kilobytes / 1024 : undefined;
}

/** The one process that the wrapper started; undefined where there is no `pgrep`. */
export async function serverOf(wrapperPid) {
  const pid = Number(await output("pgrep", ["-P", String(wrapperPid)]));
  return pid > 0 ? pid : undefined;
}

function endServer(pid) {
  if (pid !== undefined) process.kill(pid, "SIGKILL");
}

const output = (program, args) =>
  promisify(execFile)(program, args).then(
    ({ stdout }) => stdout.trim(),
    () => "",
  );

export async function collect(stream) {
  let all = "";
  for await (const chunk of stream.setEncoding("utf8")) all += chunk;
  return all;
}
