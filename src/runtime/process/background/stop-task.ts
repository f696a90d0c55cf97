import { duration } from "../../text/duration.js";
import { signalGroup } from "../signal-group.js";
import { isTaskAlive, type Running, runningAt, startedAt } from "./is-task-alive.js";
import { isLocked, removeAbandonedLock } from "./lock.js";
import { immediately, reportOutcome, type Task } from "./task.js";
import { forget, isLogCut, logAt } from "./task-folder.js";

const graceMs = 5000;

/**
 * Stops the program of a folder by its signal, and by KILL five seconds later, and deletes its records. A start by
 * another call at the same time is waited for.
 */
export function stopTask(folder: string, tool: string): Task {
  const began = performance.now();
  const isLate = () => performance.now() - began >= graceMs;
  removeAbandonedLock(folder);
  let stopping: { readonly running: Running; readonly until: number } | undefined;
  return {
    look: () => {
      if (stopping === undefined) {
        const running = runningAt(folder);
        if (running === undefined) {
          if (isLocked(folder) && !isLate()) return undefined;
          forget(folder);
          return reportOutcome(`${tool} doesn't run in this workspace.`);
        }
        signalGroup(running.pid, running.stopSignal);
        stopping = { running, until: performance.now() + graceMs };
      }
      if (isTaskAlive(stopping.running) && performance.now() < stopping.until) return undefined;
      signalGroup(stopping.running.pid, "SIGKILL");
      forget(folder);
      return reportOutcome(`${tool} is stopped.`);
    },
    abandon: () => {},
  };
}

/** Returns the output of a background program, and whether it still runs. */
export function outputTask(folder: string, tool: string): Task {
  const running = runningAt(folder);
  const printed = logAt(folder);
  const what = isLogCut(folder) ? "It printed more than is kept; this is the end:" : "It printed:";
  if (running !== undefined) {
    const age = duration(Math.max(0, Date.now() - running.since));
    return immediately(reportOutcome(`${tool} runs since ${age} (process ${running.pid}). ${what}`, printed));
  }
  if (startedAt(folder) === undefined) return immediately(reportOutcome(`${tool} doesn't run in this workspace.`));
  return immediately(reportOutcome(`${tool} has ended. ${what}`, printed));
}
