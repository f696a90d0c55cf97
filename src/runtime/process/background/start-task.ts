import type { PreparedCall } from "../../contract/call.js";
import type { BackgroundRules } from "../../contract/definition.js";
import type { RunOutcome } from "../../contract/run-outcome.js";
import { duration } from "../../text/duration.js";
import { signalGroup } from "../signal-group.js";
import { isTaskAlive } from "./is-task-alive.js";
import { type PolledOutcome, reportOutcome, stateProblem, stateUnavailable } from "./polled-outcome.js";
import { processStart } from "./process-start.js";
import { releaseStartLock, takeStartLock } from "./start-lock.js";
import { startSupervised } from "./start-supervised.js";
import { forget, isLogWhole, readTaskLog, type TaskKey } from "./task-folder.js";
import { type BackgroundProgram, readRunningTask, writeTaskState } from "./task-state.js";

/** How long a program must be alive to count as started, if no `ready` pattern is declared. */
const aliveMs = 1000;
const graceMs = 5000;
/** How long to wait for the complete log of a program that has ended: its children may hold its output open. */
const settleMs = 2000;

export interface StartRequest {
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
