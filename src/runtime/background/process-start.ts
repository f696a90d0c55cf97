import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * When a process was started, in the system's own words: with its number it names a process for good, for numbers are given away again.
 * `undefined` for one that is gone or has only left to be collected.
 */
export function processStart(pid: number): string | undefined {
  return process.platform === "linux" ? fromProc(pid) : fromPs(pid);
}

function fromProc(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name of the program, in parentheses, may hold anything; the state follows it, and the start is the 22nd of all.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function fromPs(pid: number): string | undefined {
  const { stdout } = spawnSync("/bin/ps", ["-o", "stat=,lstart=", "-p", String(pid)], { encoding: "utf8", env: { LC_ALL: "C" } });
  const [, state, start] = /^\s*(\S+)\s+(.*\S)\s*$/.exec(stdout ?? "") ?? [];
  return state === undefined || state.startsWith("Z") ? undefined : start;
}
