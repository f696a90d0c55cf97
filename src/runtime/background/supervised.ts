import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PreparedCall } from "../call/prepare.js";
import type { BackgroundRules } from "../definition.js";
import { supervised } from "../exec/guarded.js";
import { notFound, notStarted } from "../exec/not-started.js";
import type { NotStarted } from "../exec/outcome.js";
import { resolveProgram } from "../exec/resolve-program.js";

/** The most that is kept of what a program prints: beyond it, the older half goes. 16 MiB. */
const mostLogBytes = 16 * 1024 * 1024;

/**
 * The script that starts a program with a supervisor in its process group. Its arguments: the place, the seconds that the program may live, the
 * signal by which it is stopped, the most bytes of the log, then the program and its arguments. The supervisor looks each second; when the program
 * is gone, what is left of its group goes too.
 */
const script = `unset PWD OLDPWD SHLVL _
(
trap '' TERM INT HUP QUIT USR1 USR2
nap() { command -p sleep "$1" || sleep "$1"; }
left=$2
while [ "$left" -gt 0 ] && kill -0 $$; do
nap 1 || exit
left=$((left - 1))
if [ "$(command -p wc -c <"$1/log")" -gt "$4" ]; then
command -p tail -c "$(($4 / 2))" "$1/log" >"$1/tail" && command -p cat "$1/tail" >"$1/log"
fi
done
if kill -0 $$; then
echo age >"$1/ended"
kill "-$3" -$$
left=5
while [ "$left" -gt 0 ] && kill -0 $$; do nap 1; left=$((left - 1)); done
fi
kill -KILL -$$
) </dev/null >/dev/null 2>&1 &
shift 4
exec "$@"`;

/** Starts a program that outlives this process, in a session of its own. Answers the leader of its group. */
export function startSupervised(call: PreparedCall, place: string, rules: BackgroundRules): number | NotStarted {
  const query = { program: call.program, cwd: call.cwd, path: call.env.PATH };
  const found = resolveProgram(query);
  if (found === undefined) return notFound(query);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { mode: 0o700 });
  const words = [place, String(Math.ceil(rules.maxAgeMs / 1000)), rules.stopSignal.slice(3), String(mostLogBytes)];
  const { file, args, env } = supervised(call, found, { script, words });
  const log = openSync(join(place, "log"), "a", 0o600);
  const input = inputOf(call, place);
  try {
    const child = spawn(file, args, { detached: true, cwd: call.cwd, env: { ...env }, stdio: [input ?? "ignore", log, log] });
    // That it could not be started is told below.
    child.on("error", () => {});
    child.unref();
    return child.pid ?? notStarted(call, undefined);
  } catch (error) {
    return notStarted(call, (error as NodeJS.ErrnoException).code);
  } finally {
    closeSync(log);
    if (input !== undefined) closeSync(input);
  }
}

/** Nobody is left to write to a pipe, so what the program reads is in a file, which has no name any more. */
function inputOf({ stdin }: PreparedCall, place: string): number | undefined {
  if (stdin === undefined) return undefined;
  const path = join(place, "input");
  writeFileSync(path, stdin, { mode: 0o600 });
  const input = openSync(path, "r");
  rmSync(path);
  return input;
}
