import type { PreparedCall } from "../call/prepare.js";
import type { BackgroundRules } from "../definition.js";
import type { RunOutcome } from "../exec/outcome.js";
import { signalGroup } from "../exec/signal-group.js";
import { forget, lock, logAt, type Running, runningAt, unlock, writeState } from "./place.js";
import { processStart } from "./process-start.js";
import { startSupervised } from "./supervised.js";
import { type Task, told } from "./task.js";

/** How long a program must be alive to count as started, where nothing says when it is ready. */
const aliveMs = 1000;
const graceMs = 5000;

export interface StartRequest {
  readonly call: PreparedCall;
  readonly rules: BackgroundRules;
  readonly place: string;
  readonly named: Pick<Running, "tool" | "workspace" | "projectDir">;
  readonly timeoutMs: number;
}

/**
 * Starts a program in the background and waits until it is ready. One that runs already is reported, and one that another call is just
 * starting is waited for. A program that isn't ready in time is ended.
 */
export function startTask(request: StartRequest): Task {
  const { call, rules, place, named, timeoutMs } = request;
  const ready = rules.readyWhen === undefined ? undefined : new RegExp(rules.readyWhen);
  const began = performance.now();
  const isLate = () => performance.now() - began >= timeoutMs;
  let own: { readonly running: Running; readonly at: number } | undefined;
  let ending: { readonly at: number; readonly printed: Buffer } | undefined;

  const begin = (): RunOutcome | undefined => {
    if (!lock(place))
      return isLate() ? failed(`Another call has been starting ${named.tool} for longer than this one may wait.`) : undefined;
    const running = runningAt(place);
    if (running !== undefined) return finish(told(reportOf(running), logAt(place)));
    const pid = startSupervised(call, place, rules);
    if (typeof pid !== "number") {
      forget(place);
      return finish(pid);
    }
    const start = processStart(pid) ?? "";
    const argv = [call.program, ...call.args];
    own = { running: { ...named, pid, start, argv, since: Date.now(), stopSignal: rules.stopSignal }, at: performance.now() };
    writeState(place, own.running);
    return undefined;
  };

  const watch = ({ running, at }: NonNullable<typeof own>): RunOutcome | undefined => {
    // Looked at first: what it printed before it ended is all there then.
    const alive = processStart(running.pid) === running.start;
    const printed = logAt(place);
    if (ending !== undefined) {
      if (alive && performance.now() - ending.at < graceMs) return undefined;
      signalGroup(running.pid, "SIGKILL");
      forget(place);
      return finish({ kind: "timedOut", timeoutMs, stdout: ending.printed, stderr: Buffer.alloc(0) });
    }
    const lived = performance.now() - at;
    if (ready === undefined ? alive && lived >= aliveMs : alive && ready.test(printed.toString()))
      return finish(told(startedReport(running, lived), printed));
    if (!alive) {
      signalGroup(running.pid, "SIGKILL");
      forget(place);
      return finish(failed(`${named.tool} ended before it was ready.`, printed));
    }
    if (isLate()) {
      ending = { at: performance.now(), printed };
      signalGroup(running.pid, rules.stopSignal);
    }
    return undefined;
  };

  const finish = (outcome: RunOutcome): RunOutcome => {
    unlock(place);
    return outcome;
  };

  return {
    look: () => (own === undefined ? begin() : watch(own)),
    abandon: () => {
      if (own === undefined) return;
      signalGroup(own.running.pid, "SIGKILL");
      forget(place);
      unlock(place);
    },
  };
}

const failed = (words: string, printed: Buffer = Buffer.alloc(0)): RunOutcome => ({
  kind: "exited",
  code: 1,
  stdout: printed,
  stderr: Buffer.from(`${words}\n`),
});

/** `ms` as a person says it. */
export function duration(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

const companions = (tool: string) => `${tool}_output shows what it prints, ${tool}_stop ends it.`;

function startedReport({ tool, pid }: Running, afterMs: number): string {
  return `${tool} runs in the background (process ${pid}, ready after ${duration(afterMs)}). ${companions(tool)}`;
}

function reportOf({ tool, pid, since, argv }: Running): string {
  const age = duration(Math.max(0, Date.now() - since));
  return `${tool} runs already, since ${age} (process ${pid}: ${argv.join(" ")}); nothing was started. ${companions(tool)}`;
}
