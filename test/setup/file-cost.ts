import { countStarts, startedProcesses } from "./count-starts.js";
import { type CpuSeconds, cpuSeconds } from "./cpu-seconds.js";

/** The CPU time of a file of tests, and the processes that its tests started. */
export interface FileCost extends CpuSeconds {
  readonly processes: number;
}

declare module "vitest" {
  interface TaskMeta {
    cost?: FileCost;
  }
}

// This module is loaded once in a process that runs many files, one after the other.
countStarts();
let last: FileCost = { own: 0, children: 0, processes: 0 };

/** The cost since the last call. The first one includes the start of the process. */
export function takeCost(): FileCost {
  const now = { ...cpuSeconds(), processes: startedProcesses() };
  const { own, children, processes } = last;
  last = now;
  return { own: now.own - own, children: now.children - children, processes: now.processes - processes };
}
