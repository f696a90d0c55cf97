import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { eventually } from "../../kit/eventually.js";
import { builtProject } from "../../kit/project.js";
import { repeat, sampled } from "../../kit/repeat.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

const handler = `import { appendFileSync, closeSync, openSync, readFileSync, writeFile, writeFileSync, writeSync } from "node:fs";
import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { type HandlerContext, ToolError } from "toolgen/runtime";

// No word of this text says which descriptor it is.
const first = Number("1");
const onExit = (listener: (code: number) => void) => { process.on("exit", listener); };
/** Lets no other code run, as a loop without an end does. */
const block = () => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); };

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
  hides: ({ text }) => {
    const start = process.getBuiltinModule(["node:child", "process"].join("_")) as unknown as Record<string, (program: string) => unknown>;
    return text.split(" ").map((name) => { try { start[name]?.("true"); return name; } catch (error) { return String(error); } });
  },
  variables: () => {
    const variables = readFileSync(["", "proc", "self", "environ"].join("/"), "latin1").split("\\0").filter((entry) => entry !== "");
    return { parent: process.ppid, variables: variables.sort() };
  },
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
  blocksExit: () => { onExit(block); return "returned"; },
  // What ends at a limit.
  blocks: block,
  blocksLater: async () => { console.log("waited"); await delay(1); block(); },
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

const spec = (name: string, more = "", exported = "act") => `name: ${name}
description: Does what it is told.
kind: read
schema: { properties: { act: { type: string }, text: { type: string } }, required: [act] }
env: { pass: [FLAVOUR, NODE_OPTIONS], set: { OWN: "value" } }
handler: ../lib/act.ts#${exported}
${more}`;

/**
 * A handler that does what its argument says, in the process of its call. The tool `apart` does the same in a process of
 * its own. Two others have a time limit.
 */
const files = {
  "tools.d/act.yaml": spec("act"),
  "tools.d/apart.yaml": spec("apart", "warm: false\n"),
  "tools.d/limited.yaml": spec("limited", "timeout: 2s\n"),
  "tools.d/limited-apart.yaml": spec("limited_apart", "timeout: 2s\nwarm: false\n"),
  "tools.d/deaf.yaml": spec("deaf", "", "deaf"),
  "tools.d/bare.yaml": spec("bare").replace(", NODE_OPTIONS", ""),
  "tools.d/starter.yaml": spec("starter").replace("act.ts", "starter.ts"),
  "lib/act.ts": handler,
  "lib/starter.ts": starter,
};

interface EndedCall {
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
function startActing(project: string, tool: string, given: object, { cwd = project, env: more = {} }: ClientOptions = {}) {
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

let project: string;
let workspace: string;
beforeAll(() => {
  project = builtProject(files);
  workspace = temporaryFolder();
});

const acts = [
  ...["text", "data", "nothing", "later", "big", "content", "reports", "noisy", "noisyFailure", "writes", "prints", "warns", "updates"],
  ...["where", "input", "advises", "advisesLater", "throws", "rejects", "odd", "exits", "exitsWith", "exitsLater", "never", "loses"],
  ...["losesAndReturns", "throwsNext", "breaks", "circular", "leavesTimer", "leavesServer", "leavesFolder", "leavesFile", "none"],
  ...["reported", "exitsAgain", "changesCode", "throwsAtExit", "printsAtExit", "logsAtExit", "exitsTwice", "forgetsExit"],
  ...["forgetsAll", "writesFile", "appends", "writesHex", "writesLater", "replacesClock", "replacesTimers", "replacesBuffers"],
];
const drawn = fc.record({
  act: fc.constantFrom(...acts),
  text: fc.constantFrom("", "plain", "several\nlines\n", "€ and \u{1f600}", '"quoted"'),
});
const run = (tool: string, given: object) => startActing(project, tool, given, { cwd: workspace }).ended;

/** Node's warnings name the process, and a result that is cut a file. */
function comparable({ stdout, stderr, ...rest }: EndedCall): EndedCall {
  return { ...rest, stdout: stdout.replaceAll(/\/(?:act|apart)-\w+\.txt/g, "/file"), stderr: stderr.replaceAll(/\(node:\d+\)/g, "(node)") };
}

/** The same, for a file: a long output is its hash. */
function brief(ended: EndedCall): EndedCall {
  const { stdout, ...rest } = comparable(ended);
  const text = stdout.replaceAll(workspace, "/workspace");
  return { ...rest, stdout: text.length > 1000 ? createHash("sha256").update(text).digest("hex") : text };
}

async function expectSame(given: object): Promise<void> {
  const [inCall, apart] = await Promise.all([run("act", given), run("apart", given)]);
  expect(comparable(inCall)).toEqual(comparable(apart));
}

it("runs a handler in the process of its call, unless its tool wants one of its own", async () => {
  const own = String(process.pid);
  expect(await run("act", { act: "parent" })).toEqual({ status: 0, signal: null, stdout: own, stderr: "" });
  expect((await run("apart", { act: "parent" })).stdout).not.toBe(own);
});

it("gives a handler a process of its own if it may start programs, or if Node was started otherwise", async () => {
  const parentOf = async (tool: string, env = {}) =>
    (await startActing(project, tool, { act: "parent" }, { cwd: workspace, env }).ended).stdout;
  const [own, set] = [String(process.pid), { NODE_OPTIONS: "--no-deprecation" }];
  expect(await parentOf("act", set)).toBe(own);
  expect(await parentOf("bare")).toBe(own);
  expect(await parentOf("bare", set)).not.toBe(own);
  expect(await parentOf("starter")).not.toBe(own);
});

/** The output of these depends on the machine, or on the version of Node. */
const local = process.version.startsWith("v20.") ? ["where", "reported", "big"] : acts;

it.concurrent.each(local)("ends as a process of its own does: %s", (act) => expectSame({ act, text: "a text" }));

/** The outcomes in a process of its own: `RECORD=1 TOOLGEN_TEST_SUITE=soak` records them. */
const recording = new URL("outcomes.json", import.meta.url);
const recorded: Record<string, unknown> = process.env.RECORD ? {} : JSON.parse(readFileSync(recording, "utf8"));
const others = acts.filter((act) => !local.includes(act));

it.concurrent.each(sampled(others, { usual: 10 }))("ends in a process of its own as recorded: %s", async (act) => {
  const outcome = brief(await run("apart", { act, text: "a text" }));
  if (process.env.RECORD) recorded[act] = outcome;
  expect(outcome).toEqual(recorded[act]);
});

it.runIf(process.env.RECORD)("records", () =>
  writeFileSync(recording, `${JSON.stringify(Object.fromEntries(Object.entries(recorded).sort()), undefined, 2)}\n`),
);

it.concurrent.each(others)("ends in its call as recorded of a process of its own: %s", async (act) => {
  expect(brief(await run("act", { act, text: "a text" }))).toEqual(recorded[act]);
});

it("ends as a process of its own does, for random calls", async () => {
  await fc.assert(fc.asyncProperty(drawn, expectSame), { numRuns: repeat({ usual: 2, soak: 200, long: 2000 }) });
});

const manyVariables = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`MANY_${at}`, `several\nlines=${at}\n`]));

it.concurrent.each([
  ["a variable", { HIDDEN_TOO: "secret" }],
  ["hundreds of variables", manyVariables],
  ["other values of declared variables", { OWN: "secret", FLAVOUR: "a\nb=c €" }],
  ["values like declared variables", { OWN_TOO: "OWN=value", FLA: "VOUR=sweet" }],
])("has no variable of the client in its memory's environment: %s", async (_, env: Readonly<Record<string, string>>) => {
  const [inCall, apart] = await Promise.all(
    ["act", "apart"].map(async (tool) => {
      const { stdout } = await startActing(project, tool, { act: "variables" }, { cwd: workspace, env }).ended;
      return JSON.parse(stdout) as { readonly parent: number; readonly variables: readonly string[] };
    }),
  );
  expect(inCall?.parent).toBe(process.pid);
  // The variable that is set, and one that has another value, aren't in the block that the process began with.
  const declared = apart?.variables ?? [];
  expect(inCall?.variables).toSatisfy((found: readonly string[]) => found.every((entry) => declared.includes(entry)));
});

it.concurrent("runs in its call without an environment", async () => {
  const command = [process.execPath, join(project, "generated/bin/call"), "act"];
  const input = JSON.stringify({ act: "variables" });
  const { stdout } = spawnSync("/usr/bin/env", ["-i", ...command], { cwd: workspace, input, encoding: "utf8" });
  expect(JSON.parse(stdout).variables).toEqual([]);
});

it.concurrent("doesn't close the outputs of the call", async () => {
  const { status, stderr } = await run("act", { act: "closes" });
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("needs 'warm: false'") });
});

it.concurrent("ends a call whose handler blocks it at its exit", async () => {
  const outcome = await run("limited", { act: "blocksExit" });
  expect(outcome).toEqual({ status: null, signal: "SIGKILL", stdout: "", stderr: "act.ts was ended: it took longer than 2 s.\n" });
});

it.concurrent.each(["blocks", "waits", "stops", "finishes"])("ends as a process of its own does at the time limit: %s", async (act) => {
  const [inCall, apart] = await Promise.all(["limited", "limited_apart"].map((tool) => run(tool, { act })));
  expect(inCall).toMatchObject({ status: 124, stderr: expect.stringContaining("act.ts was ended: it took longer than 2 s.\n") });
  expect(inCall).toEqual(apart);
});

it.concurrent("kills a call whose handler blocks it after a wait, and says why", async () => {
  const outcome = await run("limited", { act: "blocksLater" });
  expect(outcome).toEqual({ status: null, signal: "SIGKILL", stdout: "", stderr: "act.ts was ended: it took longer than 2 s.\n" });
});

it.concurrent("ends a call without memory by SIGABRT, with the message of Node", async () => {
  const env = { NODE_OPTIONS: "--max-old-space-size=40" };
  const { signal, stderr } = await startActing(project, "act", { act: "grows" }, { cwd: workspace, env }).ended;
  expect({ signal, stderr }).toEqual({ signal: "SIGABRT", stderr: expect.stringContaining("heap out of memory") });
});

const starters = ["spawn", "exec", "execFile", "fork", "spawnSync", "execSync", "execFileSync"];
it.concurrent.each(["", "--no-deprecation"])(
  "starts no program that would outlive the call, with Node's options '%s'",
  async (NODE_OPTIONS) => {
    const given = { act: "hides", text: starters.join(" ") };
    const { status, stdout } = await startActing(project, "act", given, { cwd: workspace, env: { NODE_OPTIONS } }).ended;
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual(starters.map(() => expect.stringContaining("must import node:child_process by its name")));
  },
);

it.concurrent("gives a handler a process of its own if the call's can't become the handler's", async () => {
  const script = join(temporaryFolder(), "stay.cjs");
  writeFileSync(script, "const { chdir } = process; process.chdir = () => { process.chdir = chdir; throw new Error('stay'); };");
  const env = { NODE_OPTIONS: `--require=${script}` };
  const { status, stdout } = await startActing(project, "act", { act: "parent" }, { cwd: workspace, env }).ended;
  expect(status).toBe(0);
  expect(stdout).toMatch(/^\d+$/);
  expect(stdout).not.toBe(String(process.pid));
});

it.concurrent.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("aborts the handler before the call ends by %s", async (signal) => {
  const mark = join(temporaryFolder(), "mark");
  const { child, ended } = startActing(project, "act", { act: "marks", text: mark }, { cwd: workspace });
  expect(await eventually(() => existsSync(mark) && readFileSync(mark, "utf8") === "started")).toBe(true);
  child.kill(signal);
  expect(await ended).toMatchObject({ status: null, signal });
  expect(readFileSync(mark, "utf8")).toBe("stopped");
});

it.concurrent("ends a call by a signal at once if its handler takes none", async () => {
  const mark = join(temporaryFolder(), "mark");
  const { child, ended } = startActing(project, "deaf", { act: "marks", text: mark }, { cwd: workspace });
  expect(await eventually(() => existsSync(mark) && readFileSync(mark, "utf8") === "started")).toBe(true);
  child.kill("SIGTERM");
  expect(await ended).toMatchObject({ status: null, signal: "SIGTERM" });
});
