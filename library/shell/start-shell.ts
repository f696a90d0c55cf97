import { spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ToolError } from "toolgen/runtime";
import { makeShellFolder } from "./shell-folder.js";
import { leftBy } from "./shell-log.js";

/** How a command ended: with its shell, or with jobs that it left running, of which these are the processes. */
export type ShellEnd =
  | { readonly kind: "exited"; readonly code: number | null; readonly signal: string | null }
  | { readonly kind: "left"; readonly code: number; readonly jobs: readonly number[] };

export interface Shell {
  /** The leader of the process group. */
  readonly pid: number;
  /** The file that receives both of its streams. */
  readonly log: string;
  /** Resolves when the shell itself is gone. */
  readonly exited: Promise<unknown>;
  end(): ShellEnd | undefined;
  /** Sends a signal to the whole group. */
  kill(signal: "SIGTERM" | "SIGKILL"): void;
  /** Lets it run on without this process. */
  release(): void;
  /** Deletes its files. */
  remove(): void;
}

/** The maximum run time. */
export const mostHours = 8;
const mostLogBytes = 16 * 1024 * 1024;

/**
 * Starts a program with a guard in its process group, which looks each second: when the program is gone, when it is too
 * old, or when the process that started it is gone without having released it, what is left of the group goes too. Its
 * arguments: the folder of the log, that process, the most seconds and the most bytes of the log, of which the older
 * half goes, then the program and its arguments.
 */
const guard = `(
trap '' TERM INT HUP QUIT
nap() { command -p sleep "$1" || sleep "$1"; }
left=$3
while [ "$left" -gt 0 ] && kill -0 $$ && { [ ! -e "$1/attached" ] || kill -0 "$2"; }; do
nap 1 || exit
left=$((left - 1))
if [ ! -e "$1/attached" ] && [ "$(command -p wc -c <"$1/log")" -gt "$4" ]; then
command -p tail -c "$(($4 / 2))" "$1/log" >"$1/tail" && command -p cat "$1/tail" >"$1/log"
fi
done
kill -TERM -$$
nap 5
kill -KILL -$$
) </dev/null >/dev/null 2>&1 &
shift 4
exec "$@"`;

/**
 * Runs the command, which is one argument whatever it contains. A shell that ends while its jobs run reports that, and
 * waits for them. The script is one line, so that the line numbers in the shell's messages are those of the command.
 */
const script = [
  "toolgen_folder=$1 toolgen_command=$2",
  "shift 2",
  `trap 'toolgen_code=$?; jobs -p >"$toolgen_folder/jobs"; echo "$toolgen_code" >"$toolgen_folder/code"; wait' EXIT`,
  'eval "$toolgen_command"',
].join("; ");

/** The shell of this machine. */
export const shellName = (): "bash" | "sh" => (spawnSync("bash", ["--version"], { stdio: "ignore" }).status === 0 ? "bash" : "sh");

/** Starts a command in a shell that leads a process group of its own, in a session of its own. */
export function startShell(command: string, { cwd, name }: { readonly cwd: string; readonly name: "bash" | "sh" }): Shell {
  if (command.includes("\0"))
    throw new ToolError("command contains a NUL character, which no program can be given: write it as '\\0' for printf.");
  const folder = makeShellFolder();
  const [log, attached] = [join(folder, "log"), join(folder, "attached")];
  writeFileSync(attached, "");
  const output = openSync(log, "a", 0o600);
  const words = [folder, String(process.pid), String(mostHours * 3600), String(mostLogBytes)];
  const child = spawn("/bin/sh", ["-c", guard, "sh", ...words, name, "-c", script, name, folder, command], {
    cwd,
    detached: true,
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  const { pid } = child;
  if (pid === undefined) throw new ToolError(`No shell can be started in ${cwd}.`);
  writeFileSync(join(folder, "pid"), String(pid));
  let gone: ShellEnd | undefined;
  const exited = new Promise((resolve) => {
    child.once("exit", (code, signal) => {
      gone = { kind: "exited", code, signal };
      resolve(undefined);
    });
  });
  const left = (): ShellEnd | undefined => {
    const told = leftBy(folder);
    return told && { kind: "left", ...told };
  };
  return {
    pid,
    log,
    exited,
    end: () => gone ?? left(),
    kill: (signal) => signalGroup(pid, signal),
    release: () => rmSync(attached, { force: true }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function signalGroup(leader: number, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    process.kill(-leader, signal);
  } catch {
    // Nothing of the group is left.
  }
}
