import { spawnSync } from "node:child_process";
import { processStat } from "../../io/process-stat.js";

/** An existing process. */
export interface ProcessIdentity {
  /**
   * Its start time, in the system's own format. Together with its number it identifies a process for good, because
   * numbers are reused.
   */
  readonly start: string;
  /** Its process group, by the group's leader. */
  readonly group: number;
}

/** Returns the process of a number; `undefined` if it has ended, even if it hasn't been reaped yet. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  return process.platform === "linux" ? fromProc(pid) : fromPs(pid);
}

export const processStart = (pid: number): string | undefined => identifyProcess(pid)?.start;

function fromProc(pid: number): ProcessIdentity | undefined {
  const stat = processStat(pid);
  return stat === undefined || stat.isZombie ? undefined : { start: stat.start, group: stat.group };
}

function fromPs(pid: number): ProcessIdentity | undefined {
  // The start time is printed in the caller's time zone.
  const env = { LC_ALL: "C", TZ: "UTC" };
  const { stdout } = spawnSync("/bin/ps", ["-o", "stat=,pgid=,lstart=", "-p", String(pid)], { encoding: "utf8", env });
  const [, state, group, start] = /^\s*(\S+)\s+(\d+)\s+(.*\S)\s*$/.exec(stdout ?? "") ?? [];
  return state === undefined || start === undefined || state.startsWith("Z") ? undefined : { start, group: Number(group) };
}
