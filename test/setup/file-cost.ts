import childProcess from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** Seconds of CPU time since this process started. */
export interface CpuSeconds {
  /** The time of this process with its threads. */
  readonly own: number;
  /** The time of the processes that it started, and theirs, as far as they have ended. 0 on other systems than Linux. */
  readonly children: number;
}

/** Linux reports times of processes in this unit, whatever the kernel uses itself. */
const ticksPerSecond = 100;

export function cpuSeconds(): CpuSeconds {
  const { user, system } = process.cpuUsage();
  return { own: (user + system) / 1e6, children: secondsOf("self").children };
}

/** The time of a process. Node reports that of children nowhere: it is in fields 14 to 17 of proc_pid_stat(5). */
export function secondsOf(process: string): CpuSeconds {
  if (!existsSync(`/proc/${process}/stat`)) return { own: 0, children: 0 };
  const stat = readFileSync(`/proc/${process}/stat`, "utf8");
  // The name of the program, which is field 2, can have spaces and parentheses in it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const seconds = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) / ticksPerSecond;
  return { own: seconds(11), children: seconds(13) };
}

let starts = 0;
let counts = false;

/** The number of processes that this process has started since `countStarts`, without those that they started. */
export const startedProcesses = (): number => starts;

/** Counts the processes that this process starts from now on, whichever module starts them. */
export function countStarts(): void {
  if (counts) return;
  counts = true;
  const { prototype } = childProcess.ChildProcess as unknown as { readonly prototype: Record<string, (...args: unknown[]) => unknown> };
  replace(prototype, "spawn");
  const module = childProcess as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of ["spawnSync", "execFileSync", "execSync"]) replace(module, name);
  syncBuiltinESMExports();
}

function replace(owner: Record<string, (...args: unknown[]) => unknown>, name: string): void {
  const original = owner[name];
  if (original === undefined) throw new Error(`node:child_process has no '${name}'`);
  owner[name] = function (this: unknown, ...args: unknown[]) {
    starts += 1;
    return original.apply(this, args);
  };
}

/** The CPU time of a file of tests, and the processes that its tests started. */
export interface FileCost extends CpuSeconds {
  readonly processes: number;
}

declare module "vitest" {
  interface TaskMeta {
    cost?: FileCost;
  }
}

let last: FileCost = { own: 0, children: 0, processes: 0 };

/** The cost since the last call. The first one includes the start of the process. */
export function takeCost(): FileCost {
  const now = { ...cpuSeconds(), processes: startedProcesses() };
  const { own, children, processes } = last;
  last = now;
  return { own: now.own - own, children: now.children - children, processes: now.processes - processes };
}
