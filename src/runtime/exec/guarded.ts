import type { PreparedCall } from "../call/prepare.js";
import { divideEnvironment } from "./shell-environment.js";
import { watchdogArguments, watchdogScript } from "./watchdog.js";

/** What is started for a call: the shell that sets up the guard and then becomes the program. */
export interface GuardedCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** A program that was found as `found`, with the guard that ends its process group at the time limit and when this process dies. */
export function guarded(call: PreparedCall, found: string, timeoutMs: number): GuardedCommand {
  const { shell: env, prefix } = divideEnvironment(call.env, call.program);
  const argv = [...prefix, firstWord(call, found), ...call.args];
  return { file: "/bin/sh", args: ["-c", watchdogScript, "toolgen", ...watchdogArguments(timeoutMs), ...argv], env };
}

/** A name stays a name, so that the program's own messages don't show where this machine keeps it. The shell finds the same file. */
export function firstWord(call: PreparedCall, found: string): string {
  return call.env.PATH === undefined || !/^[A-Za-z0-9_]/.test(call.program) ? found : call.program;
}
