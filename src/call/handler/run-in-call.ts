import { closeSync, existsSync, openSync, readFileSync, writeSync } from "node:fs";
import { basename } from "node:path";
import type { PreparedCall } from "../../contract/call.js";
import type { ToolDefinition } from "../../contract/definition.js";
import { forbidPrograms } from "../process/start-by-binding.js";
import { callHandler, type Finish, graceMs, startCallGuard } from "./call-handler.js";

/** How much later than the process itself the guard ends it. */
const guardMs = graceMs + 2000;

export interface InCallOptions extends Pick<ToolDefinition, "command" | "timeoutMs"> {
  /** Reports the outcome, and ends the process. */
  readonly finish: Finish;
}

/**
 * Runs a handler in this process, which is that of its call. Returns false, and does nothing, if the handler needs a
 * process of its own. The outcomes are those of such a process: contributing/decisions/handlers-are-commands.md.
 */
export function runInCall(call: PreparedCall, { command, timeoutMs, finish }: InCallOptions): boolean {
  const [bundle = "", projectDir = "/"] = call.args;
  if (!mayRunInCall(call, bundle)) return false;
  const timeout = { program: basename(command?.program ?? ""), timeoutMs };
  const guard = startCallGuard({ limitMs: timeoutMs + guardMs, timeout });
  if (guard === undefined) return false;
  if (!enter(call)) {
    guard.end();
    return false;
  }
  // Nothing would end them with the call. Code that names the module never gets here.
  forbidPrograms("a handler that starts programs must import node:child_process by its name");
  callHandler({ bundle, projectDir, input: call.stdin ?? "" }, { timeoutMs, guard, finish });
  return true;
}

/** Gives this process the environment, folder and arguments of the handler's. If that isn't possible, undoes it. */
function enter({ cwd, env, program, args }: PreparedCall): boolean {
  const previous = { cwd: process.cwd(), env: { ...process.env } };
  try {
    replaceEnvironment(env);
    process.chdir(cwd);
    if (!scrubEnvironment(env)) throw new Error("undeclared variables remain");
  } catch {
    replaceEnvironment(previous.env);
    process.chdir(previous.cwd);
    return false;
  }
  process.argv.splice(0, process.argv.length, program, ...args);
  return true;
}

function replaceEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(env, name)) delete process.env[name];
  Object.assign(process.env, env);
}

/**
 * Words of code that starts programs or threads, ends processes, or opens files or the memory of its process, and the
 * file that starts MCP servers. Only a process of its own undoes or captures these, or has no variables of the client
 * in its memory. Each bundle looks for standard input (`/proc/self/fd/0`), and signal 0 ends nothing.
 */
const needsProcess = [
  /\b(?:child_process|worker_threads|cluster|inspector|createRequire|reallyExit|(?:get|write)HeapSnapshot)\b/,
  /\bkill\b(?!\([\w$.]+,0\))/,
  /\bprocess\s*(?:\.\s*(?:abort|binding|dlopen|execve)\b|\[)/,
  /\bmcp-call\.cjs\b/,
  // What they load isn't in the bundle.
  /^\/\/ It loads packages from node_modules: /m,
  /\/dev\/(?:std|fd|tty)|\/proc\/(?!self\/fd\/0")|File(?:Sync)?\([12]\b/,
];

/**
 * Variables that a process reads when it starts, so that setting them later has no effect. The certificates among them
 * matter only to code that connects.
 */
const readAtStart = /^(?:NODE_(?!ENV$|EXTRA_CA_CERTS$)|LC_|LD_|DYLD_|MALLOC_|OPENSSL|UV_|ICU_|LANG$|LANGUAGE$|GLIBC_TUNABLES$)/;
const certificates = "NODE_EXTRA_CA_CERTS";
const connects = /\b(?:tls|https|http2|fetch|WebSocket|EventSource)\b/;

/** Returns true if the results of a handler are the same in the process of its call as in one of its own. */
function mayRunInCall({ env }: Pick<PreparedCall, "env">, bundle: string): boolean {
  const isEqual = (name: string) => process.env[name] === env[name];
  const names = new Set([...Object.keys(process.env), ...Object.keys(env)]);
  for (const name of names) if (readAtStart.test(name) && !isEqual(name)) return false;
  if (process.execArgv.length > 0 || !existsSync(bundle)) return false;
  const code = readFileSync(bundle, "utf8");
  return !needsProcess.some((words) => words.test(code)) && (isEqual(certificates) || !connects.test(code));
}

const own = "/proc/self/environ";

/**
 * Overwrites variables that aren't declared in the memory that Linux shows as this process's environment: deleting them
 * from `process.env` leaves them there. Returns false if one of them remains. Systems without /proc show none.
 */
function scrubEnvironment(declared: Readonly<Record<string, string>>): boolean {
  if (!existsSync("/proc/self")) return process.platform !== "linux";
  const expected = new Set(Object.entries(declared).map(([name, value]) => Buffer.from(`${name}=${value}`).toString("latin1")));
  try {
    overwrite(expected);
    return entriesOf(readFileSync(own)).every(({ text }) => text === "" || expected.has(text));
  } catch {
    return false;
  }
}

function overwrite(expected: ReadonlySet<string>): void {
  const block = readFileSync(own);
  const { start, size } = environmentRange();
  if (block.length !== size) throw new Error("this isn't the whole environment");
  for (const { at, text } of entriesOf(block)) if (!expected.has(text)) block.fill(0, at, at + text.length);
  const memory = openSync("/proc/self/mem", "r+");
  try {
    if (writeSync(memory, block, 0, size, start) !== size) throw new Error("the environment was written in part");
  } finally {
    closeSync(memory);
  }
}

/** Fields 50 and 51. The second field, the name of the program in parentheses, may contain spaces and parentheses. */
function environmentRange(): { readonly start: number; readonly size: number } {
  const stat = readFileSync("/proc/self/stat", "latin1");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [start = 0, end = 0] = fields.slice(47, 49).map(Number);
  return { start, size: end - start };
}

/** The variables of a block. Each ends with a zero byte. */
function entriesOf(block: Buffer): readonly { readonly at: number; readonly text: string }[] {
  let at = 0;
  return block
    .toString("latin1")
    .split("\0")
    .map((text) => {
      const entry = { at, text };
      at += text.length + 1;
      return entry;
    });
}
