import { signalGroup } from "../exec/signal-group.js";
import { forget, logAt, runningAt, startedAt } from "./place.js";
import { processStart } from "./process-start.js";
import { duration } from "./start.js";
import { immediately, type Task, told } from "./task.js";

const graceMs = 5000;

/** Stops what runs at a place by its signal, and by KILL five seconds later. What was kept of it goes too. */
export function stopTask(place: string, tool: string): Task {
  const running = runningAt(place);
  if (running === undefined) {
    forget(place);
    return immediately(told(`${tool} doesn't run in this workspace.`));
  }
  const began = performance.now();
  signalGroup(running.pid, running.stopSignal);
  return {
    look: () => {
      if (processStart(running.pid) === running.start && performance.now() - began < graceMs) return undefined;
      signalGroup(running.pid, "SIGKILL");
      forget(place);
      return told(`${tool} is stopped.`);
    },
    abandon: () => {},
  };
}

/** What a background program has printed, and whether it still runs. */
export function outputTask(place: string, tool: string): Task {
  const running = runningAt(place);
  const printed = logAt(place);
  if (running !== undefined) {
    return immediately(
      told(`${tool} runs since ${duration(Math.max(0, Date.now() - running.since))} (process ${running.pid}). It printed:`, printed),
    );
  }
  if (startedAt(place) === undefined) return immediately(told(`${tool} doesn't run in this workspace.`));
  return immediately(told(`${tool} doesn't run any more: it has ended. It printed:`, printed));
}
