import { existsSync, fstatSync } from "node:fs";
import type { PreparedCall } from "../../contract/call.js";
import { baseVariables } from "../build-command.js";

type Guardable = Pick<PreparedCall, "program" | "args" | "env">;

/** The command that starts for a call: a shell that sets up the guard, and then becomes the program. */
interface WatchedCommand {
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

/**
 * Functions of scripts that watch a call. `command -p` finds `sleep` even if the call's own PATH doesn't. Linux counts
 * two references to a socket whose other end is closed, and more to a connected one. GNU's `tail` ends by SIGPIPE (141)
 * if its output is a pipe without a reader. If either is missing, the call counts as having a reader.
 */
export const watchFunctions = `nap() { command -p sleep "$1" || sleep "$1"; }
reader=
has_reader() {
case $2 in
socket:*) ! command -p grep -q ": 00000002 .* \${2#socket:}$" /proc/net/unix ;;
pipe)
[ "$reader" ] || { command -p tail -f "--pid=$1" /dev/null >"/proc/$1/fd/1" & reader=$!; }
kill -0 "$reader" || { wait "$reader"; [ $? != 141 ]; } ;;
esac
}`;

/**
 * The script that starts a program with a guard in its process group. Its arguments are the process of the call, the
 * process of the client, the fraction of a second and the whole seconds of the time limit, the kind of the call's
 * standard output (`answerOutput`), and then the program and its arguments. The guard checks each second whether the
 * call, the client and the program (`$$`, the group's leader) still run, and whether the call's output still has a
 * reader. Only a process inside the group can do this, because no code of this process runs after a SIGKILL. The guard
 * also keeps the group's number from being reused. Without any `sleep`, the guard ends and doesn't spin.
 */
const watchdogScript = `unset PWD OLDPWD SHLVL _
(
trap '' TERM INT HUP
${watchFunctions}
[ "$3" = 0 ] || nap "$3" || nap 1 || exit
left=$4
while [ "$left" -gt 0 ] && kill -0 "$1" && kill -0 "$2" && kill -0 $$; do
nap 1 || exit
left=$((left - 1))
has_reader "$1" "$5" || break
done
kill -0 $$ || kill -KILL -$$
[ -z "$reader" ] || kill -KILL "$reader"
kill -TERM -$$
nap 5
kill -KILL -$$
) </dev/null >/dev/null 2>&1 &
shift 5
exec "$@"`;

/**
 * The first arguments of the script. A client that can't be signalled, or that is already gone, isn't watched: the
 * call's own process is watched instead. `answers`: the result goes to this process's standard output, and is useless
 * without a reader.
 */
export function watchdogArguments({ timeoutMs, answers }: { readonly timeoutMs: number; readonly answers: boolean }): readonly string[] {
  const limit = Math.max(1, Math.ceil(timeoutMs));
  const client = process.ppid > 1 && maySignal(process.ppid) ? process.ppid : process.pid;
  return [process.pid, client, (limit % 1000) / 1000, Math.floor(limit / 1000), answers ? answerOutput() : ""].map(String);
}

/** `socket:` and its number, `pipe`, or nothing if it can't be watched. */
function answerOutput(): string {
  if (process.platform !== "linux") return "";
  try {
    const stats = fstatSync(1);
    if (stats.isSocket()) return `socket:${stats.ino}`;
    return stats.isFIFO() ? "pipe" : "";
  } catch {
    return "";
  }
}

function maySignal(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * The delay after which the parent ends a program itself, if the guard can't: after TERM, 5 s and KILL, plus the time
 * by which a guard that sleeps in seconds may lag behind the clock.
 */
export function backstopMs(timeoutMs: number): number {
  return Math.ceil(timeoutMs * 1.02) + 7000;
}
