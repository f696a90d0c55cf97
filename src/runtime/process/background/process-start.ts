import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** A process that is there. */
export interface ProcessIdentity {
  /** When it was started, in the system's own words: with its number it names a process for good, for numbers are given away again. */
  readonly start: string;
  /** The process group that it is in, by its leader. */
  readonly group: number;
}

/** `undefined` for a process that is gone or has only left to be collected. */
export function identify(pid: number): ProcessIdentity | undefined {
  return process.platform === "linux" ? fromProc(pid) : fromPs(pid);
}

export const processStart = (pid: number): string | undefined => identify(pid)?.start;

function fromProc(pid: number): ProcessIdentity | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name of the program, in parentheses, may hold anything; the state follows it, and the start is the 22nd of all.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return undefined;
    // The start is counted from the boot, and a temporary folder can outlive a boot.
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
