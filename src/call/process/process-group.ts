import { type ChildProcess, spawn } from "node:child_process";
import type { Writable } from "node:stream";

const lookMs = 100;

/** The process group of a program that leads it. It is ended with this process. */
export interface ProcessGroup {
  /** TERM now, and KILL `graceMs` later to what is left; by default five seconds. */
  end(graceMs?: number): void;
  /** KILL now. */
  kill(): void;
}

export function processGroup(leader: number): ProcessGroup {
  protect(leader);
  let watch: NodeJS.Timeout | undefined;
  const over = () => {
    clearInterval(watch);
    release(leader);
  };
  return {
    end: (graceMs = 5000) => {
      if (watch !== undefined) return;
      signalGroup(leader, "SIGTERM");
      const started = performance.now();
      watch = setInterval(() => {
        const patient = performance.now() - started < graceMs;
        const isRunning = signalGroup(leader, patient ? 0 : "SIGKILL");
        if (!isRunning || !patient) over();
      }, lookMs);
      // If this process ends earlier, the guard does the rest.
      watch.unref();
    },
    kill: () => {
      signalGroup(leader, "SIGKILL");
      over();
    },
  };
}

/**
 * Ends the process groups that this process leaves behind, however it ends, even by SIGKILL. One small shell does this
 * for all of them. It reads when each group begins and ends, until no writer is left. `run` has a guard in each group
 * instead, which costs a call some milliseconds.
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
for leader in $live; do kill -TERM "-$leader"; done
for second in 1 2 3 4 5; do
rest=
for leader in $live; do kill -0 "-$leader" && rest="$rest $leader"; done
live=$rest
[ "$live" ] || exit
command -p sleep 1 || sleep 1
done
for leader in $live; do kill -KILL "-$leader"; done`;

const live = new Set<number>();
let guard: ChildProcess | undefined;

/** Where the leader of a group announces itself before it becomes the program, so that it never runs unguarded. */
export function guardInput(): Writable | null {
  guard ??= start();
  return guard.stdin;
}

/** Registers an announced group. If the guard is killed, the next one gets it too. */
function protect(leader: number): void {
  live.add(leader);
}

/** The group is gone; its number may be reused. */
function release(leader: number): void {
  if (live.delete(leader)) guard?.stdin?.write(`- ${leader}\n`);
}

function start(): ChildProcess {
  // A session of its own: a signal to this process and its group must not end the guard.
  const started = spawn("/bin/sh", ["-c", script], { detached: true, stdio: ["pipe", "ignore", "ignore"], cwd: "/" });
  const forget = () => {
    if (guard === started) guard = undefined;
  };
  started.on("error", forget).on("exit", forget);
  started.stdin.on("error", forget);
  for (const leader of live) started.stdin.write(`+ ${leader}\n`);
  // It must not keep this process alive.
  started.unref();
  if ("unref" in started.stdin && typeof started.stdin.unref === "function") started.stdin.unref();
  return started;
}

/** Signals a whole process group, by the process that leads it. Returns false if there was none. */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, signal);
  } catch {
    return false;
  }
}
