import { createRequire } from "node:module";
import { join } from "node:path";
import { prepareOrRefuse } from "../../../../src/call/execute-call.js";
import { findTool } from "../../../../src/call/find-tool.js";
import type { PreparedCall } from "../../../../src/contract/call.js";
import { builtProject } from "../../../kit/project.js";

const spec = `name: act
description: Does what it is told.
kind: read
schema: { properties: { act: { type: string }, text: { type: string }, mark: { type: string } }, required: [act] }
secrets: { TOKEN: A token. }
env: { pass: [FLAVOUR] }
handler: ../lib/act.ts#act
`;

const handler = `import { spawn, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { appendFileSync, closeSync, createReadStream, openSync, readFileSync, unwatchFile, watch, watchFile, writeSync } from "node:fs";
import { open, watch as changes } from "node:fs/promises";
import { createServer } from "node:http";
import { createServer as createPlainServer } from "node:net";
import { setTimeout as delay, setImmediate as turn, setInterval as rounds, scheduler } from "node:timers/promises";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { type HandlerContext, ToolError } from "toolgen/runtime";

interface Given { readonly act: string; readonly text?: string; readonly mark?: string }
type Act = (given: Required<Given>, context: HandlerContext<"TOKEN">) => unknown;

let calls = 0;
// No word of this text says which descriptor it is.
const first = Number("1");
/** Node closes handles that nothing refers to, and says so on standard error. */
const held: unknown[] = [];
const quiet = { ref: false };
const hang = (mark: string) => ["-c", "sleep 60; :", mark];

const acts: Readonly<Record<string, Act>> = {
  // Results of every kind.
  text: ({ text }) => text,
  data: ({ text }) => ({ text, list: [1, 2, 3] }),
  nothing: () => undefined,
  later: async ({ text }) => { await delay(5); return text; },
  big: ({ text }) => (text + "x€").repeat(400_000),
  noisy: ({ text }) => { console.log(text); console.error("b".repeat(30_000)); process.stdout.write("c"); return "calm"; },
  warns: ({ text }) => { console.error("w".repeat(Number(text))); return text; },
  prints: ({ text }) => { writeSync(first, text); return "after it"; },
  updates: async ({ text }, { update }) => { update(text); await delay(2); update("two"); return "done"; },
  where: (_, { cwd, secrets }) => [cwd, process.cwd(), secrets.TOKEN, process.env.TOKEN, process.env.FLAVOUR, process.argv.length, Object.keys(process.env).sort()],
  input: () => readFileSync(0, "utf8"),
  long: async ({ text }) => { const timer = setTimeout(() => {}, 60_000); await delay(1); clearTimeout(timer); return text; },
  reads: async () => { let size = 0; for await (const chunk of createReadStream(process.execPath, { end: 99_999 })) { size += chunk.length; if (size > 70_000) break; } return size > 0; },
  rounds: async () => { let count = 0; for await (const _ of rounds(1)) if (++count === 3) break; return count; },
  cancels: async () => { const lost = new AbortController(); const wait = delay(60_000, undefined, { ...quiet, signal: lost.signal }); lost.abort(); await wait.catch(() => {}); return "lost"; },
  closes: () => { createPlainServer().listen(0, "127.0.0.1").unref().close(); createSocket("udp4").unref().close(); watch(".", { persistent: false }).close(); watchFile("x", { persistent: false }, () => {}); unwatchFile("x"); setImmediate(() => {}).unref(); return "closed"; },
  thinks: async () => { const thread = new Worker("", { eval: true }); thread.unref(); await thread.terminate(); return "thought"; },
  runs: ({ text }) => spawnSync("printf", ["%s", text], { encoding: "utf8" }).stdout,
  awaits: ({ text }) => new Promise((resolve) => { let said = ""; const child = spawn("printf", ["%s", text]); child.stdout.on("data", (chunk) => { said += chunk; }); child.on("close", (code) => resolve([code, said])); }),
  kills: ({ mark }) => { spawn("sh", hang(mark)).kill("SIGKILL"); return "killed"; },
  fetches: () => new Promise((resolve, reject) => {
    const server = createServer((_, answer) => answer.end("hello")).listen(0, "127.0.0.1", async () => {
      try {
        const address = server.address();
        const answer = await fetch(\`http://127.0.0.1:\${typeof address === "object" ? address?.port : ""}/\`);
        const said = await answer.text();
        server.close();
        server.closeAllConnections();
        resolve(said);
      } catch (error) { reject(error); }
    });
  }),
  // Failures of every kind.
  advises: ({ text }) => { throw new ToolError(text); },
  advisesLater: async ({ text }) => { await delay(1); throw new ToolError(text); },
  throws: ({ text }) => { throw new TypeError(text); },
  rejects: async ({ text }) => { await delay(1); throw new Error(text, { cause: new Error("deep") }); },
  odd: () => Promise.reject("a text"),
  exits: () => process.exit(0),
  exitsWith: () => process.exit(7),
  dies: () => { process.kill(process.pid, "SIGKILL"); return delay(60_000); },
  never: () => new Promise(() => {}),
  loses: () => { void Promise.reject(new TypeError("lost")); return delay(60_000); },
  breaks: () => { setTimeout(() => { throw new Error("broken"); }, 1); return delay(60_000); },
  circular: () => { const ring: { self?: unknown } = {}; ring.self = ring; return ring; },
  // What ends at a limit.
  /** As a loop without an end, it lets no other code run. */
  blocks: () => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); },
  waits: () => delay(60_000),
  stops: async (_, { signal }) => { await delay(60_000, undefined, { signal }); },
  starts: async (_, { signal, update }) => { update("started"); await delay(60_000, undefined, { signal }); },
  finishes: (_, { signal }) => new Promise((resolve) => { const timer = setInterval(() => {}, 1000); signal.addEventListener("abort", () => { clearInterval(timer); resolve("finished"); }); }),
  floods: () => { for (let i = 0; i < 40; i++) console.log("f".repeat(50_000)); return "flooded"; },
  // What stays behind.
  leavesTimer: () => { setTimeout(() => {}, 60_000); return "left"; },
  leavesQuietTimer: () => { setTimeout(() => console.log("late"), 3).unref(); return "left"; },
  leavesDueTimer: () => { setTimeout(() => console.log("late"), 1).unref(); for (const end = Date.now() + 5; Date.now() < end; ); return "left"; },
  leavesInterval: () => { setInterval(() => { process.env.FLAVOUR = "late"; }, 1).unref(); return "left"; },
  leavesQuietDelay: () => { void delay(60_000, undefined, quiet); return "left"; },
  leavesQuietWait: () => { void scheduler.wait(60_000, quiet as object); return "left"; },
  leavesQuietPromise: () => { void promisify(setTimeout)(60_000, undefined, quiet); return "left"; },
  leavesQuietRounds: () => { void rounds(60_000, undefined, quiet)[Symbol.asyncIterator]().next(); return "left"; },
  leavesImportedDelay: async () => { const loaded = await import("node:timers/promises"); void loaded.setTimeout(60_000, undefined, quiet); return "left"; },
  leavesThread: () => { new Worker("setInterval(() => {}, 1000)", { eval: true }).unref(); return "left"; },
  leavesImportedThread: async () => { const threads = await import("node:worker_threads"); new threads.Worker("setInterval(() => {}, 1000)", { eval: true }).unref(); return "left"; },
  leavesQuietServer: () => { createPlainServer().listen(0, "127.0.0.1").unref(); return "left"; },
  leavesQuietSocket: () => { createSocket("udp4").bind(0, "127.0.0.1").unref(); return "left"; },
  leavesWatcher: () => { watch(".", { persistent: false }); return "left"; },
  leavesFileWatcher: () => { watchFile("x", { persistent: false }, () => {}); return "left"; },
  leavesChanges: () => { void changes(".", { persistent: false })[Symbol.asyncIterator]().next(); return "left"; },
  leavesVariable: () => { process.env.TOKEN = "changed"; process.env.ADDED = "yes"; return "left"; },
  leavesFolder: () => { process.chdir("/"); return process.cwd(); },
  leavesMask: () => { process.umask(0o77); return "left"; },
  leavesListener: () => { process.on("SIGUSR2", () => {}); return "left"; },
  leavesServer: () => new Promise((resolve) => { createServer().listen(0, "127.0.0.1", () => resolve("left")); }),
  leavesProgram: ({ mark }) => { spawn("sh", hang(mark)).unref(); return "left"; },
  leavesQuietProgram: ({ mark }) => { const child = spawn("sh", hang(mark), { stdio: "ignore" }); child.unref(); return "left"; },
  leavesGrandchild: ({ mark }) => { spawnSync("sh", ["-c", 'sh -c "sleep 60; :" "$0" >/dev/null 2>&1 &', mark]); return "left"; },
  leavesWriter: ({ mark }) => { spawn("sh", ["-c", "sleep 60; echo late", mark], { stdio: "inherit" }); return "left"; },
  leavesFile: () => { openSync(process.execPath, "r"); return "left"; },
  leavesHandle: async () => { held.push(await open(process.execPath)); return "left"; },
  leavesRejection: () => { setTimeout(() => { void Promise.reject(new Error("late")); }, 1); return "left"; },
  leavesThrow: () => { setImmediate(() => { throw new Error("late"); }); return "left"; },
  exitsSoon: ({ text }) => { let soon = Promise.resolve(); for (let step = 0; step < text.length; step++) soon = soon.then(() => {}); void soon.then(() => process.exit(3)); return "left"; },
  leavesExit: () => { setImmediate(() => process.exit(9)); return "left"; },
  takesErrors: () => { closeSync(2); held.push(openSync("taken", "w")); return "taken"; },
  appends: ({ text, mark }) => { appendFileSync(text, mark + "\\n"); return mark; },
  closesFile: () => { closeSync(openSync(process.execPath, "r")); return "closed"; },
  // These tell whether a process was used before.
  counts: () => ++calls,
  process: () => process.pid,
};

export function act({ act, text = "", mark = "" }: Given, context: HandlerContext<"TOKEN">): unknown {
  calls++;
  const one = acts[act];
  if (one === undefined) throw new ToolError("There is no such act.");
  return one({ act, text, mark }, context);
}
`;

const command = `name: print
description: Prints a text.
kind: read
schema: { properties: { text: { type: string }, seconds: { type: integer } }, required: [text, seconds] }
command: [sh, -c, 'sleep "$1"; printf %s "$0"', "{{text}}", "{{seconds}}"]
`;

/** A built project with a handler that does what its argument says, and a command. */
export function actingProject(more = ""): string {
  return builtProject({ "tools.d/act.yaml": spec + more, "tools.d/print.yaml": command, "lib/act.ts": handler });
}

export interface ActingCall {
  readonly act: string;
  readonly text?: string;
  readonly mark?: string;
}

interface Place {
  readonly project: string;
  readonly workspace: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A call as it is run. */
export function preparedAct(params: ActingCall, { project, workspace, env }: Place): PreparedCall {
  const found = findTool("act", { bin: join(project, "generated/bin"), load: createRequire(import.meta.url) });
  if (!found.ok) throw new Error(found.message);
  const prepared = prepareOrRefuse(found.tool, params, { workspace, projectDir: project, env: { PATH: process.env.PATH ?? "", ...env } });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.refused));
  return prepared.call;
}
