import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { eventually } from "../kit/eventually.js";
import { type BinFolder, binFolder, definitionOf, startCall } from "./bin-folder.js";
import { leftProcesses, newMarker } from "./process/marked-processes.js";

/** A call has no argument but its tool, so names tell the processes of a test apart. */
const newName = () => newMarker().replaceAll("-", "_");
const spinning = { late: newName(), short: newName(), once: newName(), twice: newName(), long: newName() };
const waiting = { socket: newName(), pipe: newName() };
const timeouts: Readonly<Record<string, number>> = { [spinning.late]: 1500, [spinning.short]: 300, [spinning.long]: 300 };

let folder: BinFolder;
beforeAll(async () => {
  const tools = [...Object.values(spinning), ...Object.values(waiting)].map((name) => {
    return { name, argv: ["sh", "-c", `echo ran >> ran-${name}`], timeoutMs: timeouts[name] ?? 600_000 };
  });
  folder = await binFolder(tools);
  for (const tool of tools.filter(({ name }) => Object.values(spinning).includes(name))) {
    // A build refuses this pattern. The validator says how often it was begun.
    const begun = JSON.stringify(join(folder.project, `begun-${tool.name}`));
    const isLong = tool.name === spinning.long;
    const spins = isLong ? "params.text !== undefined" : "true";
    const validate = `(params) => { require("node:fs").appendFileSync(${begun}, "x"); return !(${spins}) || /^(a+)+$/u.test("a".repeat(60) + "!"); }`;
    const source = `module.exports = { format: 2, quickToCheck: ${isLong}, project: "../..", definition: ${JSON.stringify(definitionOf(tool))}, validate: ${validate} };\n`;
    writeFileSync(join(folder.bin, "tools", `${tool.name}.cjs`), source);
  }
  // Loaded before a call: it says that standard input is being read.
  const preload = `const fs = require("node:fs"); const { readvSync } = fs;
    fs.readvSync = (...args) => { fs.writeFileSync(${JSON.stringify(join(folder.project, "reading-"))} + process.argv[2], ""); return readvSync(...args); };`;
  writeFileSync(join(folder.project, "preload.cjs"), preload);
});

const inProject = (file: string) => join(folder.project, file);
const hasRun = (name: string) => existsSync(inProject(`ran-${name}`));
const env = () => ({ ...process.env, NODE_OPTIONS: `--require=${inProject("preload.cjs")}` });

/** A client that is a process of its own. It starts the call, sends this input if it has any, and stays. */
function startClient(tool: string, input = ""): ChildProcess {
  const source = `const { stdin } = require("node:child_process").spawn(process.argv[1], [process.argv[2]], { stdio: ["pipe", "ignore", "ignore"] });
    if (process.argv[3]) stdin.end(process.argv[3]); setInterval(() => {}, 1000);`;
  return spawn(process.execPath, ["-e", source, folder.call, tool, input], { stdio: "ignore", cwd: folder.project, env: env() });
}

it.concurrent.each([
  ["late", 1.5],
  ["short", 0.3],
] as const)("ends a call at its time limit while its arguments are checked: %s", async (key, seconds) => {
  const tool = spinning[key];
  const { code, stderr } = await startCall({ program: folder.call, args: [tool], cwd: folder.project }).answer;
  const message = `${tool} was not run: checking its arguments took longer than ${seconds} s. Send less.\n`;
  expect({ code, stderr }).toEqual({ code: 124, stderr: message });
  expect(hasRun(tool)).toBe(false);
});

it.concurrent("limits the check of long arguments of a tool whose short ones are quick to check", async () => {
  const tool = spinning.long;
  const callWith = (params: object) =>
    startCall({ program: folder.call, args: [tool], cwd: folder.project, stdin: JSON.stringify(params) }).answer;
  expect(await callWith({})).toMatchObject({ code: 0 });
  expect(await callWith({ text: "x".repeat(4096) })).toMatchObject({ code: 124 });
});

// A call checks its arguments again, with a guard beside it, once they have taken a second.
it.concurrent.each([
  ["once", 1],
  ["twice", 2],
] as const)("ends when its client is killed while arguments are checked: %s", async (key, times) => {
  const tool = spinning[key];
  const client = startClient(tool, "{}");
  const begun = () => (existsSync(inProject(`begun-${tool}`)) ? readFileSync(inProject(`begun-${tool}`)).length : 0);
  expect(await eventually(() => begun() >= times)).toBe(true);
  client.kill("SIGKILL");
  expect(await leftProcesses(tool)).toEqual([]);
  expect(hasRun(tool)).toBe(false);
});

it.concurrent("ends, and runs nothing, when its client is killed before it has sent anything", async () => {
  const tool = waiting.socket;
  const client = startClient(tool);
  expect(await eventually(() => existsSync(inProject(`reading-${tool}`)))).toBe(true);
  client.kill("SIGKILL");
  expect(await leftProcesses(tool)).toEqual([]);
  expect(hasRun(tool)).toBe(false);
});

it.skipIf(process.platform !== "linux").concurrent("ends when its client is killed and another process holds its input open", async () => {
  const tool = waiting.pipe;
  const fifo = inProject("fifo");
  spawnSync("mkfifo", [fifo]);
  const held = openSync(fifo, "r+");
  const client = spawn("sh", ["-c", '"$0" "$1" < "$2"; :', folder.call, tool, fifo], { stdio: "ignore", cwd: folder.project, env: env() });
  expect(await eventually(() => existsSync(inProject(`reading-${tool}`)))).toBe(true);
  client.kill("SIGKILL");
  expect(await leftProcesses(tool)).toEqual([]);
  expect(hasRun(tool)).toBe(false);
  closeSync(held);
});
