import { readFileSync } from "node:fs";

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
  return { own: (user + system) / 1e6, children: process.platform === "linux" ? childrenSeconds() : 0 };
}

/** Node reports the children's time nowhere. It is in `cutime` and `cstime`: proc_pid_stat(5), fields 16 and 17. */
function childrenSeconds(): number {
  const stat = readFileSync("/proc/self/stat", "utf8");
  // The name of the program, which is field 2, can have spaces and parentheses in it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}
