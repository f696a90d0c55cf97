import { spawn } from "node:child_process";
import { join } from "node:path";
import { projectOf } from "../../../kit/project.js";
import { toolgen } from "../../../kit/toolgen.js";

const handler = `import { appendFileSync, closeSync, openSync, readFileSync, writeFile, writeFileSync, writeSync } from "node:fs";
import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { type HandlerContext, ToolError } from "toolgen/runtime";

// No word of this text says which descriptor it is.
const first = Number("1");
const onExit = (listener: (code: number) => void) => { process.on("exit", listener); };

interface Given { readonly act: string; readonly text?: string }
type Act = (given: Required<Given>, context: HandlerContext) => unknown;

const acts: Readonly<Record<string, Act>> = {
  text: ({ text }) => text,
  data: ({ text }) => ({ text, list: [1, 2, 3] }),
  nothing: () => undefined,
  later: async ({ text }) => { await delay(5); return text; },
  big: ({ text }) => (text + "x€").repeat(40_000),
  content: () => ({ content: [{ type: "text", text: "one" }, { type: "text", text: "two" }] }),
  reports: () => ({ content: [{ type: "text", text: "Not today." }], isError: true }),
  noisy: ({ text }) => { console.log(text); console.error("b"); process.stdout.write("c"); process.stderr.write("d"); return "calm"; },
  noisyFailure: ({ text }) => { console.log(text); process.stdout.write("c"); throw new ToolError("Not so loud."); },
  writes: () => { writeSync(2, "to the second"); writeSync(2, Buffer.from("-part-"), 1, 4); throw new ToolError("Enough."); },
  prints: () => { writeSync(1, "to the first"); return "after it"; },
  warns: async () => { process.emitWarning("careful"); await delay(5); throw new ToolError("As it said."); },
  updates: async ({ text }, { update }) => { update(text); await delay(2); update("two"); return "done"; },
  where: (_, { cwd }) => [cwd, process.cwd(), process.argv.length, Object.entries(process.env).sort(), new Date(0).toString()],
  input: async () => { let size = 0; for await (const chunk of process.stdin) size += chunk.length; return size; },
  advises: ({ text }) => { throw new ToolError(text); },
  advisesLater: async ({ text }) => { await delay(1); throw new ToolError(text); },
  throws: ({ text }) => { throw new TypeError(text); },
  rejects: async ({ text }) => { await delay(1); throw new Error(text, { cause: new Error("deep") }); },
  odd: () => Promise.reject("a text"),
  exits: () => process.exit(0),
  exitsWith: () => process.exit(7),
  exitsLater: async () => { await delay(1); process.exit(7); },
  never: () => new Promise(() => {}),
  loses: () => { void Promise.reject(new TypeError("lost")); return delay(60_000); },
  losesAndReturns: () => { void Promise.reject(new TypeError("lost")); return "returned"; },
  throwsNext: () => { process.nextTick(() => { throw new Error("next"); }); return "returned"; },
  breaks: () => { setTimeout(() => { throw new Error("broken"); }, 1); return delay(60_000); },
  circular: () => { const ring: { self?: unknown } = {}; ring.self = ring; return ring; },
  leavesTimer: () => { setTimeout(() => {}, 60_000); return "left"; },
  leavesServer: () => new Promise((resolve) => { createServer().listen(0, "127.0.0.1", () => resolve("left")); }),
  leavesFolder: () => { process.chdir("/"); process.env.ADDED = "yes"; return process.cwd(); },
  leavesFile: () => { openSync(process.execPath, "r"); return "left"; },
  parent: () => process.ppid,
  grows: () => { const all: unknown[] = []; for (;;) all.push(new Array(10_000).fill(all.length)); },
  hides: ({ text }) => { (process.getBuiltinModule(["node:child", "process"].join("_")) as unknown as Record<string, (program: string) => unknown>)[text]?.("true"); },
  variables: () => readFileSync(["", "proc", "self", "environ"].join("/"), "latin1").split("\\0").filter((entry) => entry !== "").sort(),
  reported: () => Object.keys((process.report.getReport() as unknown as { environmentVariables: object }).environmentVariables).sort(),
  // What happens at the end.
  exitsAgain: () => { onExit(() => process.exit(3)); return "returned"; },
  changesCode: () => { onExit(() => { process.exitCode = 3; }); return "returned"; },
  throwsAtExit: () => { onExit(() => { throw new Error("at exit"); }); return "returned"; },
  printsAtExit: () => { onExit(() => { writeSync(first, "late"); }); return "returned"; },
  logsAtExit: () => { onExit(() => console.log("late")); throw new ToolError("Not now."); },
  exitsTwice: () => { onExit((code) => { console.log(code); process.exit(4); }); process.exit(2); },
  forgetsExit: () => { process.removeAllListeners("beforeExit"); process.removeAllListeners("exit"); return new Promise(() => {}); },
  forgetsAll: () => { process.removeAllListeners(); process.exit(0); },
  // What goes to the outputs in another way.
  writesFile: () => { writeFileSync(first, "to the first,"); return "after it"; },
  appends: () => { appendFileSync(first, Buffer.from("to the first,")); return "after it"; },
  writesHex: () => { writeFileSync(first, "616263", "hex"); return "after it"; },
  writesLater: () => new Promise((resolve) => { writeFile(first, "to the first,", () => resolve("after it")); }),
  replacesClock: () => { performance.now = () => 1e12; Date.now = () => 0; return "returned"; },
  replacesTimers: () => { Object.assign(globalThis, { setTimeout: () => { throw new Error("none"); } }); return "returned"; },
  replacesBuffers: () => { Object.assign(Buffer, { concat: () => Buffer.alloc(0) }); return "returned"; },
  closes: () => { closeSync(first); return openSync("opened", "w"); },
  blocksExit: () => { onExit(() => { for (;;); }); return "returned"; },
  // What ends at a limit.
  loops: () => { for (;;); },
  loopsLater: async () => { console.log("waited"); await delay(1); for (;;); },
  waits: () => delay(60_000),
  stops: async (_, { signal, update }) => { update("started"); await delay(60_000, undefined, { signal }); },
  finishes: (_, { signal }) => new Promise((resolve) => { const timer = setInterval(() => {}, 1000); signal.addEventListener("abort", () => { clearInterval(timer); resolve("finished"); }); }),
  marks: async ({ text }, { signal }) => { writeFileSync(text, "started"); await delay(60_000, undefined, { signal }).catch(() => {}); writeFileSync(text, "stopped"); },
};

export function act({ act, text = "" }: Given, context: HandlerContext): unknown {
  const one = acts[act];
  if (one === undefined) throw new ToolError("There is no such act.");
  return one({ act, text }, context);
}

/** The same, without a signal. */
export const deaf = (given: Given): unknown => act(given, { update: () => {}, cwd: process.cwd() } as unknown as HandlerContext);
`;

/** The same, with code that may start programs. */
const starter = `import { spawn } from "node:child_process";
import { act as plain } from "./act.ts";
export const act: typeof plain = (given, context) => plain(typeof spawn === "function" ? given : { act: "none" }, context);
`;

const spec = (name: string, more: string, exported = "act") => `name: ${name}
description: Does what it is told.
kind: read
schema: { properties: { act: { type: string }, text: { type: string } }, required: [act] }
env: { pass: [FLAVOUR, NODE_OPTIONS], set: { OWN: "value" } }
timeout: 2s
handler: ../lib/act.ts#${exported}
${more}`;

/**
 * A built project with a handler that does what its argument says, in the process of its call. `apart` does the same in
 * a process of its own.
 */
export function actingCalls(): string {
  const project = projectOf({
    "tools.d/act.yaml": spec("act", ""),
    "tools.d/apart.yaml": spec("apart", "warm: false\n"),
    "tools.d/deaf.yaml": spec("deaf", "", "deaf"),
    "tools.d/bare.yaml": spec("bare", "").replace(", NODE_OPTIONS", ""),
    "tools.d/starter.yaml": spec("starter", "").replace("act.ts", "starter.ts"),
    "lib/act.ts": handler,
    "lib/starter.ts": starter,
  });
  const { status, stderr } = toolgen(project, ["build"]);
  if (status !== 0) throw new Error(stderr);
  return project;
}

export interface EndedCall {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface ClientOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a call as a client does. */
export function startActing(project: string, tool: string, given: object, { cwd = project, env: more = {} }: ClientOptions = {}) {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = spawn(join(project, "generated/bin/call"), [tool], {
    cwd,
    env: { ...env, FLAVOUR: "sweet", HIDDEN: "1", TZ: "Asia/Tokyo", ...more },
  });
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) child[name].setEncoding("utf8").on("data", (text: string) => (texts[name] += text));
  child.stdin.on("error", () => {}).end(JSON.stringify(given));
  const ended = new Promise<EndedCall>((resolve) => child.on("close", (status, signal) => resolve({ status, signal, ...texts })));
  return { child, ended };
}
