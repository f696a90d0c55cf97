import { signalGroup } from "../signal-group.js";
import { isTaskAlive } from "./is-task-alive.js";
import { type PolledOutcome, reportOutcome } from "./polled-outcome.js";
import { isStartLocked, removeAbandonedStartLock } from "./start-lock.js";
import { forget } from "./task-folder.js";
import { type BackgroundProgram, readRunningTask } from "./task-state.js";

const graceMs = 5000;

/**
 * Stops the program of a folder by its signal, and by KILL five seconds later, and deletes its records. A start by
 * another call at the same time is waited for.
 */
export function stopTask(folder: string, tool: string): PolledOutcome {
  const began = performance.now();
  const isLate = () => performance.now() - began >= graceMs;
  removeAbandonedStartLock(folder);
  let stopping: { readonly running: BackgroundProgram; readonly until: number } | undefined;
  return {
    poll: () => {
      if (stopping === undefined) {
        const running = readRunningTask(folder);
        if (running === undefined) {
          if (isStartLocked(folder) && !isLate()) return undefined;
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
