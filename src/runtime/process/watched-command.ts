import type { PreparedCall } from "../contract/call.js";
import { shellSafeEnvironment } from "./shell-safe-environment.js";
import { watchdogArguments, watchdogScript } from "./watchdog.js";

type Guardable = Pick<PreparedCall, "program" | "args" | "env">;

/** The command that starts for a call: a shell that sets up the guard, and then becomes the program. */
export interface WatchedCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * A program that was found as `found`, with the guard that ends its process group at the time limit and when this
 * process dies.
 */
export function withWatchdog(call: Guardable, found: string, limits: Parameters<typeof watchdogArguments>[0]): WatchedCommand {
  return throughShell(watchdogScript, watchdogArguments(limits), { call, found });
}

/** The same program, which announces its group on file descriptor 3 to the guard of this process (`guardInput`). */
export function withGroupGuard(call: Guardable, found: string): WatchedCommand {
  return throughShell('unset PWD OLDPWD SHLVL _; echo "+ $$" >&3 && exec "$@" 3>&-', [], { call, found });
}

/** The same program, through a script that has these arguments before it. */
export function supervised(
  call: Guardable,
  found: string,
  { script, words }: { readonly script: string; readonly words: readonly string[] },
): WatchedCommand {
  return throughShell(script, words, { call, found });
}

function throughShell(
  script: string,
  words: readonly string[],
  { call, found }: { readonly call: Guardable; readonly found: string },
): WatchedCommand {
  const { shell: env, prefix } = shellSafeEnvironment(call.env, call.program);
  return { file: "/bin/sh", args: ["-c", script, "toolgen", ...words, ...prefix, firstWord(call, found), ...call.args], env };
}

/**
 * A bare name is kept, so that the program's own messages don't show its path on this machine. The shell finds the same
 * file.
 */
function firstWord(call: Guardable, found: string): string {
  return call.env.PATH === undefined || !/^[A-Za-z0-9_]/.test(call.program) ? found : call.program;
}
