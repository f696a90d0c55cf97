import { duration } from "../../text/duration.js";
import { immediately, type PolledOutcome, reportOutcome } from "./polled-outcome.js";
import { readTaskEnd } from "./task-end.js";
import { isLogCut, readTaskLog } from "./task-folder.js";
import { readRunningTask, readTaskState } from "./task-state.js";

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
