import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { guardInput } from "./guard-input.js";
import { type ProcessGroup, processGroup } from "./process-group.js";
import { setReferenced } from "./set-referenced.js";

/**
 * A shell that has announced its group to the guard, and waits on its standard input for `shellMessage`. Then it
 * becomes the program, which finds the rest of the input there. Nothing that it reads is ever evaluated: a line is only
 * assigned, compared with its first letter, and expanded within quotes. If this process ends before the last line has
 * been written, the shell ends and starts nothing. It is one line, as in `withGroupGuard`, because shells put the
 * number of the line in front of their messages. Some shells print a message if a locale isn't installed (`l`), which a
 * model must not take for one of the program.
 */
const waitingScript = [
  `echo "+ $$" >&3 && exec 3>&- || exit 125; _end=$1; shift; _text=;`,
  "while IFS= read -r _line; do case $_line in",
  `+*) _text=$_text\${_line#?}$_end ;;`,
  `e*) export "$_text\${_line#?}"; _text= ;;`,
  `l*) export "$_text\${_line#?}" 2>/dev/null; _text= ;;`,
  `a*) set -- "$@" "$_text\${_line#?}"; _text= ;;`,
  `c*) cd -P -- "$_text\${_line#?}" || exit 126; _text= ;;`,
  `p) unset PWD OLDPWD SHLVL _; exec "$@" ;;`,
  `n) unset PWD OLDPWD SHLVL _; exec "$@" </dev/null ;;`,
  "*) exit 125 ;;",
  "esac; done; exit 125",
].join(" ");

/** A shell that waits for a program. It doesn't keep this process alive. */
export interface WaitingShell {
  readonly child: ChildProcess;
  readonly group: ProcessGroup;
}

/** Starts a shell with an empty environment, so that a program gets nothing but what its message says. */
export function startWaitingShell(): WaitingShell | undefined {
  const child = spawnShell();
  // A shell that can't be started now is missed by no call. One that ends meanwhile says so in the call's outcome.
  child?.on("error", () => {}).stdin?.on("error", () => {});
  if (child?.pid === undefined) return undefined;
  const shell = { child, group: processGroup(child.pid) };
  referenceShell(shell, false);
  return shell;
}

function spawnShell(): ChildProcess | undefined {
  try {
    const stdio: StdioOptions = ["pipe", "pipe", "pipe", guardInput()];
    return spawn("/bin/sh", ["-c", waitingScript, "toolgen", "\n"], { detached: true, cwd: "/", env: {}, stdio });
  } catch {
    return undefined;
  }
}

/** False if something ended the shell, even before Node reports it: an ended process has no command line. */
export function isWaiting({ child }: WaitingShell): boolean {
  try {
    return child.exitCode === null && readFileSync(`/proc/${child.pid}/cmdline`).length > 0;
  } catch {
    return false;
  }
}

export function referenceShell({ child }: WaitingShell, isReferenced: boolean): void {
  for (const one of [child, child.stdin, child.stdout, child.stderr]) setReferenced(one, isReferenced);
}
