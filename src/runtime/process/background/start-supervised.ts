import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PreparedCall } from "../../contract/call.js";
import type { BackgroundRules } from "../../contract/definition.js";
import type { NotStarted } from "../../contract/run-outcome.js";
import { resolveProgram } from "../resolve-program.js";
import { notFound, spawnError } from "../spawn-error.late.js";
import { supervised } from "../watched-command.js";
import { openPipe } from "./open-pipe.js";
import { recordTaskEnd } from "./task-end.js";
import { maxLogBytes } from "./task-folder.js";

/**
 * The script that starts a program with two companions in its process group. Its arguments are the folder, the seconds
 * that the program may live, the signal that stops it, the most bytes of the log, and then the program and its
 * arguments. The program's output is read from descriptor 3. The first companion writes the log. It reads at most 4 MiB
 * before it checks the length, and drops output that a full disk has no room for. So the program never waits, and the
 * log never exceeds its limit for long. The second companion checks each second. When the program is gone, it ends the
 * rest of the group. A program whose start was not recorded within five seconds, because the call was killed, is ended.
 */
const script = `unset PWD OLDPWD SHLVL _
(
trap '' TERM INT HUP QUIT USR1 USR2
umask 077
nap() { command -p sleep "$1" || sleep "$1"; }
(
while :; do
case $(LC_ALL=C command -p dd bs=65536 count=64 2>&1 >>"$1/log") in
"0+0 records in"*) break ;;
*"records in"*) ;;
*) command -p cat >/dev/null; break ;;
esac
if [ "$(command -p wc -c <"$1/log")" -gt "$4" ]; then
if command -p tail -c "$(($4 / 2))" "$1/log" >"$1/tail"; then command -p mv -f "$1/tail" "$1/log"; else command -p rm -f "$1/tail"; : >"$1/log"; fi
: >"$1/cut"
fi
done
: >"$1/whole"
) <&3 &
exec 3<&-
lived=0
while [ "$lived" -lt "$2" ] && kill -0 $$; do
nap 1 || exit
lived=$((lived + 1))
if [ "$lived" -eq 5 ] && [ ! -e "$1/recorded.$$" ]; then kill -KILL -$$; fi
done
if kill -0 $$; then
kill "-$3" -$$
left=5
while [ "$left" -gt 0 ] && kill -0 $$; do nap 1; left=$((left - 1)); done
fi
left=2
while [ "$left" -gt 0 ] && [ ! -e "$1/whole" ]; do nap 1; left=$((left - 1)); done
kill -KILL -$$
) </dev/null >/dev/null 2>&1 &
shift 4
exec "$@" 3<&-`;

/** Starts a program that outlives this process, in a session of its own. Returns the leader of its group. */
export function startSupervised(call: PreparedCall, folder: string, rules: BackgroundRules): number | NotStarted {
  const query = { program: call.program, cwd: call.cwd, path: call.env.PATH };
  const found = resolveProgram(query);
  if (found === undefined) return notFound(query);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  const words = [folder, String(Math.ceil(rules.maxAgeMs / 1000)), rules.stopSignal.slice(3), String(maxLogBytes)];
  const { file, args, env } = supervised(call, found, { script, words });
  const input = inputOf(call, folder);
  const printed = openPipe(join(folder, "pipe"));
  try {
    const stdio = [input ?? "ignore", printed.writing, printed.writing, printed.reading] as const;
    const child = spawn(file, args, { detached: true, cwd: call.cwd, env: { ...env }, stdio: [...stdio] });
    // A failed start is reported below.
    child.on("error", () => {});
    const { pid } = child;
    if (pid !== undefined) child.on("exit", (code, signal) => recordTaskEnd(folder, pid, { code, signal }));
    child.unref();
    return pid ?? spawnError(call, undefined);
  } catch (error) {
    return spawnError(call, (error as NodeJS.ErrnoException).code);
  } finally {
    for (const end of [printed.reading, printed.writing, input]) if (end !== undefined) closeSync(end);
  }
}

/** A pipe would have no writer, so the program's input is in a file, which has already been unlinked. */
function inputOf({ stdin }: PreparedCall, folder: string): number | undefined {
  if (stdin === undefined) return undefined;
  const path = join(folder, "input");
  writeFileSync(path, stdin, { mode: 0o600, flag: "wx" });
  const input = openSync(path, "r");
  rmSync(path);
  return input;
}
