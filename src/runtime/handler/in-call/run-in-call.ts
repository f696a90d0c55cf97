import { basename } from "node:path";
import type { PreparedCall } from "../../contract/call.js";
import type { ToolDefinition } from "../../contract/definition.js";
import { forbidPrograms } from "../../process/forbid-programs.js";
import { startCallGuard } from "./call-guard.js";
import { callHandler, type Finish, graceMs } from "./call-handler.js";
import { mayRunInCall } from "./may-run-in-call.js";
import { scrubEnvironment } from "./scrub-environment.js";

/** How much later than the process itself the guard ends it. */
const guardMs = graceMs + 2000;

export interface InCallOptions extends Pick<ToolDefinition, "command" | "timeoutMs"> {
  /** Reports the outcome, and ends the process. */
  readonly finish: Finish;
}

/**
 * Runs a handler in this process, which is that of its call. Returns false, and does nothing, if the handler needs a
 * process of its own. The outcomes are those of such a process: docs/decisions/handlers-in-calls.md.
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
