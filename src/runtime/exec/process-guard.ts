import { type ChildProcess, spawn } from "node:child_process";

/**
 * Ends the process groups that this process leaves behind, however it ends, SIGKILL included: one small shell for all of them, which is
 * told of each and reads its standard input to the end. `run` has a guard in each group instead, which costs a call some milliseconds.
 */
const script = `trap '' TERM INT HUP
live=
while read -r sign leader; do
case $sign in
+) live="$live $leader" ;;
*) rest=
for one in $live; do [ "$one" = "$leader" ] || rest="$rest $one"; done
live=$rest ;;
esac
done
[ "$live" ] || exit
for leader in $live; do kill -TERM "-$leader"; done
command -p sleep 5 || sleep 5
for leader in $live; do kill -KILL "-$leader"; done`;

const protectedGroups = new Set<number>();
let guard: ChildProcess | undefined;

/** Has a group ended when this process is gone. The guard is started for the first one. */
export function protect(leader: number): void {
  protectedGroups.add(leader);
  if (guard === undefined) for (const other of start()) tell(`+ ${other}`);
  else tell(`+ ${leader}`);
}

/** The group is gone; its number may be given to others. */
export function release(leader: number): void {
  if (protectedGroups.delete(leader)) tell(`- ${leader}`);
}

function start(): Iterable<number> {
  const started = spawn("/bin/sh", ["-c", script], {
    // A session of its own: what ends this process and its group must not end the guard.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    cwd: "/",
  });
  const forget = () => {
    if (guard === started) guard = undefined;
  };
  started.on("error", forget).on("exit", forget);
  started.stdin.on("error", forget);
  // It must not keep this process alive.
  started.unref();
  if ("unref" in started.stdin && typeof started.stdin.unref === "function") started.stdin.unref();
  guard = started;
  return protectedGroups;
}

function tell(line: string): void {
  guard?.stdin?.write(`${line}\n`);
}
