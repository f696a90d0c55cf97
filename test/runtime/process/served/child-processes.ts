import { readFileSync } from "node:fs";

/** The processes that a process has started and that run, by number. */
export function childProcesses(pid: number): readonly number[] {
  const children = readOr(`/proc/${pid}/task/${pid}/children`).trim();
  return children === "" ? [] : children.split(" ").map(Number);
}

/** Those of them that are shells which wait for a program. */
export function waitingShells(pid: number): readonly number[] {
  return childProcesses(pid).filter((child) => readOr(`/proc/${child}/cmdline`).includes("read -r _line"));
}

/** True if there is such a process, and it hasn't ended. */
export function isRunning(pid: number): boolean {
  return /^State:\s+[^ZX\s]/m.test(readOr(`/proc/${pid}/status`));
}

function readOr(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
