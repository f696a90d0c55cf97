import { existsSync, readFileSync } from "node:fs";
import { eventually } from "../../kit/eventually.js";

/** True if a process runs. One that has ended and was not waited for doesn't: nothing may reap orphans in a container. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (!existsSync("/proc/self/stat")) return true;
  try {
    // The name stands in parentheses and may hold anything; the state is the first word after it.
    return !/\) [ZX] [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** The numbers that `leave-child.sh` wrote: the process in the background and the program itself. */
export async function readPids(pidFile: string): Promise<readonly number[]> {
  await eventually(() => existsSync(pidFile));
  return readFileSync(pidFile, "utf8").trim().split(" ").map(Number);
}
