/**
 * The script that starts a program with a guard in its process group. Its arguments: the process of the call, the process of the
 * client, the fraction of a second and the whole seconds of the time limit, then the program and its arguments.
 *
 * The guard looks each second whether the call, the client and the program (`$$`, the group's leader) are still there. Only a process
 * inside the group can do this, for nothing of ours runs after a SIGKILL; and it keeps the group's number from being given away.
 * `command -p` finds `sleep` even where the call's own PATH has none; with no `sleep` at all the guard ends and does not spin.
 */
export const watchdogScript = `unset PWD OLDPWD SHLVL _
(
trap '' TERM INT HUP
nap() { command -p sleep "$1" || sleep "$1"; }
[ "$3" = 0 ] || nap "$3" || nap 1 || exit
left=$4
while [ "$left" -gt 0 ] && kill -0 "$1" && kill -0 "$2" && kill -0 $$; do
nap 1 || exit
left=$((left - 1))
done
kill -0 $$ || kill -KILL -$$
kill -TERM -$$
nap 5
kill -KILL -$$
) </dev/null >/dev/null 2>&1 &
shift 4
exec "$@"`;

/** The first arguments of the script. A client that may not be signalled, or that is gone already, isn't watched: the call stands in. */
export function watchdogArguments(timeoutMs: number): readonly string[] {
  const limit = Math.max(1, Math.ceil(timeoutMs));
  const client = process.ppid > 1 && maySignal(process.ppid) ? process.ppid : process.pid;
  return [process.pid, client, (limit % 1000) / 1000, Math.floor(limit / 1000)].map(String);
}

function maySignal(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * When the parent itself ends a program, should the guard be unable to: after TERM, 5 s and KILL, and the time by which a guard that
 * counts in sleeps of a second may lag behind the clock.
 */
export function backstopMs(timeoutMs: number): number {
  return Math.ceil(timeoutMs * 1.02) + 7000;
}
