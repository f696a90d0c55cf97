import { existsSync } from "node:fs";
import { baseVariables } from "../command/build-environment.js";
import type { PreparedCall } from "../contract/call.js";
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

/**
 * An environment, divided into variables that may pass through a shell and those that a shell would change, lose or act
 * on.
 */
interface ShellSafeEnvironment {
  readonly shell: Readonly<Record<string, string>>;
  /** The words that set the rest, to be put before a program: none, or `env` and its assignments. */
  readonly prefix: readonly string[];
}

const envProgram = "/usr/bin/env";
/**
 * Variables that nearly every call passes on are valid. Testing the pattern on them costs more than the rest of this
 * function.
 */
const alwaysPassed = new Set(baseVariables);
const ordinary = /^(?!(?:PWD|OLDPWD|SHLVL|_|IFS|OPTIND|OPTARG|PPID|LINENO|ENV|SHELLOPTS|UID|EUID|PS[0-4]|BASH.*)$)[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * dash drops variables whose names aren't identifiers (`npm_config_//host/:x`), every shell sets some for itself, and
 * bash executes the content of `BASH_FUNC_*`. Such variables, rare in practice, bypass the shell: `env` sets them after
 * it.
 */
function shellSafeEnvironment(env: Readonly<Record<string, string>>, program: string): ShellSafeEnvironment {
  const odd = Object.keys(env).filter((name) => !alwaysPassed.has(name) && !ordinary.test(name));
  return odd.length === 0 ? { shell: env, prefix: [] } : divide(env, new Set(odd), program);
}

function divide(env: Readonly<Record<string, string>>, odd: ReadonlySet<string>, program: string): ShellSafeEnvironment {
  const shell = Object.fromEntries(Object.entries(env).filter(([name]) => !odd.has(name)));
  // env would parse a program with `=` in its path as another assignment.
  if (program.includes("=") || !existsSync(envProgram)) return { shell, prefix: [] };
  return { shell, prefix: [envProgram, ...[...odd].map((name) => `${name}=${env[name] ?? ""}`)] };
}
