import { spawn, spawnSync } from "node:child_process";
import { closeSync, constants, mkdirSync, openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PreparedCall } from "../../contract/call.js";
import type { NotStarted, RunOutcome } from "../../contract/call-result.js";
import type { BackgroundRules } from "../../contract/definition.js";
import { duration } from "../../contract/display-text.js";
import {
  type BackgroundProgram,
  forget,
  isLogCut,
  isLogWhole,
  isTaskAlive,
  maxLogBytes,
  readRunningTask,
  readTaskEnd,
  readTaskLog,
  readTaskState,
  recordTaskEnd,
  type TaskKey,
  writeTaskState,
} from "../background-tasks.js";
import { resolveProgram } from "../build-command.js";
import { processStart } from "../line-file.js";
import { notFound, spawnError } from "../start-problem.late.js";
import { signalGroup } from "./process-group.js";
import {
  immediately,
  type PolledOutcome,
  releaseStartLock,
  reportOutcome,
  stateProblem,
  stateUnavailable,
  takeStartLock,
} from "./start-lock.js";
import { supervised } from "./watchdog.js";

/** How long a program must be alive to count as started, if no `ready` pattern is declared. */
const aliveMs = 1000;
const graceMs = 5000;
/** How long to wait for the complete log of a program that has ended: its children may hold its output open. */
const settleMs = 2000;

interface StartRequest {
  readonly call: PreparedCall;
  readonly rules: BackgroundRules;
  readonly stateFolder: string;
  readonly named: TaskKey;
  readonly timeoutMs: number;
}

/**
 * Starts a program in the background and waits until it is ready. A program that already runs is reported, and one that
 * another call is just starting is waited for. A program that isn't ready in time is ended.
 */
export function startTask(request: StartRequest): PolledOutcome {
  const { call, rules, stateFolder, named, timeoutMs } = request;
  const ready = rules.readyWhen === undefined ? undefined : new RegExp(rules.readyWhen);
  const began = performance.now();
  const isLate = () => performance.now() - began >= timeoutMs;
  let isLocked = false;
  let started: { readonly running: BackgroundProgram; readonly at: number } | undefined;
  let ending: { readonly at: number; readonly printed: Buffer } | undefined;
  let endedAt: number | undefined;

  const begin = (): RunOutcome | undefined => {
    isLocked = takeStartLock(stateFolder);
    if (!isLocked) return isLate() ? failed(`Another call is still starting ${named.tool} after the time limit of this one.`) : undefined;
    const running = readRunningTask(stateFolder);
    if (running !== undefined) return finish(reportOutcome(reportOf(running), readTaskLog(stateFolder)));
    const pid = startSupervised(call, stateFolder, rules);
    if (typeof pid !== "number") {
      forget(stateFolder);
      return finish(pid);
    }
    const start = processStart(pid) ?? "";
    const argv = [call.program, ...call.args];
    started = { running: { ...named, pid, start, argv, since: Date.now(), stopSignal: rules.stopSignal }, at: performance.now() };
    // A program that has already ended is detected below.
    if (start !== "") writeTaskState(stateFolder, started.running);
    return undefined;
  };

  const watch = ({ running, at }: NonNullable<typeof started>): RunOutcome | undefined => {
    // Checked first, so that everything that it printed before its end is there.
    const alive = isTaskAlive(running);
    endedAt = alive ? undefined : (endedAt ?? performance.now());
    if (ending !== undefined) {
      if (alive && performance.now() - ending.at < graceMs) return undefined;
      end(running);
      return finish({ kind: "timedOut", timeoutMs, stdout: ending.printed, stderr: Buffer.alloc(0) });
    }
    const lived = performance.now() - at;
    const isReady = alive && (ready === undefined ? lived >= aliveMs : ready.test(readTaskLog(stateFolder).toString()));
    if (isReady) return finish(reportOutcome(startedReport(running, lived), readTaskLog(stateFolder)));
    if (endedAt !== undefined) {
      if (!isLogWhole(stateFolder) && performance.now() - endedAt < settleMs) return undefined;
      const printed = readTaskLog(stateFolder);
      end(running);
      return finish(failed(`${named.tool} ended before it was ready.`, printed));
    }
    if (isLate()) {
      ending = { at: performance.now(), printed: readTaskLog(stateFolder) };
      signalGroup(running.pid, rules.stopSignal);
    }
    return undefined;
  };

  const endedWithoutState = ({ tool, pid }: BackgroundProgram, error: unknown): RunOutcome => {
    signalGroup(pid, "SIGKILL");
    const words = `${tool} had been started, and was ended at once. What it did until then is unknown.`;
    return failed(`${stateProblem(error)} ${words}`, readTaskLog(stateFolder));
  };

  const end = ({ pid }: BackgroundProgram): void => {
    signalGroup(pid, "SIGKILL");
    forget(stateFolder);
  };

  const finish = (outcome: RunOutcome): RunOutcome => {
    if (isLocked) releaseStartLock(stateFolder);
    return outcome;
  };

  const abandon = (): void => {
    if (started !== undefined) end(started.running);
    if (isLocked) releaseStartLock(stateFolder);
  };

  return {
    poll: () => {
      try {
        return started === undefined ? begin() : watch(started);
      } catch (error) {
        const outcome = started === undefined ? stateUnavailable(error) : endedWithoutState(started.running, error);
        abandon();
        return outcome;
      }
    },
    abandon,
  };
}

const failed = (words: string, printed: Buffer = Buffer.alloc(0)): RunOutcome => ({
  kind: "exited",
  code: 1,
  stdout: printed,
  stderr: Buffer.from(`${words}\n`),
});

const companions = (tool: string) => `${tool}_output shows what it prints, ${tool}_stop ends it.`;

function startedReport({ tool, pid }: BackgroundProgram, afterMs: number): string {
  return `${tool} runs in the background (process ${pid}, ready after ${duration(afterMs)}). ${companions(tool)}`;
}

function reportOf({ tool, pid, since, argv }: BackgroundProgram): string {
  const age = duration(Math.max(0, Date.now() - since));
  return `${tool} runs already, since ${age} (process ${pid}: ${argv.join(" ")}); nothing was started. ${companions(tool)}`;
}

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
function startSupervised(call: PreparedCall, folder: string, rules: BackgroundRules): number | NotStarted {
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

/** Both ends of a pipe for other processes, which Node can't create itself. The pipe has no name after it is opened. */
function openPipe(path: string): { readonly reading: number; readonly writing: number } {
  const made = spawnSync("/bin/sh", ["-c", 'command -p mkfifo -m 600 "$1"', "sh", path], { encoding: "utf8" });
  if (made.status !== 0) throw new Error(made.stderr?.trim() || "a pipe can't be made");
  // Opened for reading and writing, so that no other open blocks.
  const both = openSync(path, constants.O_RDWR | constants.O_NOFOLLOW);
  try {
    return { reading: openSync(path, constants.O_RDONLY), writing: openSync(path, constants.O_WRONLY) };
  } finally {
    closeSync(both);
    rmSync(path, { force: true });
  }
}

/** Returns the output of a background program, and whether it still runs. */
export function outputTask(folder: string, tool: string): PolledOutcome {
  const running = readRunningTask(folder);
  const printed = readTaskLog(folder);
  const what = isLogCut(folder) ? "It printed more than is kept; this is the end:" : "It printed:";
  if (running !== undefined) {
    const age = duration(Math.max(0, Date.now() - running.since));
    return immediately(reportOutcome(`${tool} runs since ${age} (process ${running.pid}). ${what}`, printed));
  }
  const started = readTaskState(folder);
  if (started === undefined) return immediately(reportOutcome(`${tool} doesn't run in this workspace.`));
  return immediately(reportOutcome(`${tool} has ended${endOf(folder, started.pid)}. ${what}`, printed));
}

function endOf(folder: string, pid: number): string {
  const end = readTaskEnd(folder, pid);
  if (end === undefined) return "";
  return end.code === null ? `, by ${end.signal}` : `, with exit code ${end.code}`;
}
