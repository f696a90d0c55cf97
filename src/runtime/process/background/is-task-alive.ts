import { identifyProcess } from "./process-start.js";

/**
 * Returns true if a background program runs. Each leads a process group, so that a number in a state never names
 * another kind of process.
 */
export function isTaskAlive({ pid, start }: { readonly pid: number; readonly start: string }): boolean {
  const found = identifyProcess(pid);
  return found !== undefined && found.start === start && found.group === pid && pid !== process.pid;
}
