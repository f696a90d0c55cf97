import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

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
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The program's name, in parentheses, may contain anything; the state follows it, and the start time is field 22.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return undefined;
    // The start time counts from the boot, and a temporary folder can outlive a boot.
    return { start: `${fields[19]}@${bootId()}`, group: Number(fields[2]) };
  } catch {
    return undefined;
  }
}

let boot: string | undefined;
function bootId(): string {
  boot ??= readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  return boot;
}

function fromPs(pid: number): ProcessIdentity | undefined {
  // The start time is printed in the caller's time zone.
  const env = { LC_ALL: "C", TZ: "UTC" };
  const { stdout } = spawnSync("/bin/ps", ["-o", "stat=,pgid=,lstart=", "-p", String(pid)], { encoding: "utf8", env });
  const [, state, group, start] = /^\s*(\S+)\s+(\d+)\s+(.*\S)\s*$/.exec(stdout ?? "") ?? [];
  return state === undefined || start === undefined || state.startsWith("Z") ? undefined : { start, group: Number(group) };
}
