import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { eventually } from "../../kit/eventually.js";

/** A word that no other process has among its arguments. */
export const newMarker = () => `marker-${randomUUID()}`;

/** The numbers and command lines of running processes that hold the marker. */
export function markedProcesses(marker: string): readonly string[] {
  return commandLines().filter((line) => line.includes(marker));
}

/** Where the system has files of its processes, they are read: `ps` costs as much as the start of many a program that a test waits for. */
function commandLines(): readonly string[] {
  if (process.platform !== "linux") return spawnSync("ps", ["-A", "-ww", "-o", "pid=,args="], { encoding: "utf8" }).stdout.split("\n");
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => `${pid} ${readOr(`/proc/${pid}/cmdline`).replaceAll("\0", " ")}`);
}

/** The marked processes that are left: waits until there are none, as long as a busy machine may need. */
export async function leftProcesses(marker: string): Promise<readonly string[]> {
  await eventually(() => markedProcesses(marker).length === 0);
  return markedProcesses(marker);
}

/** Waits until that many marked processes run. */
export async function startedProcesses(marker: string, count: number): Promise<void> {
  if (!(await eventually(() => markedProcesses(marker).length >= count)))
    throw new Error(`fewer than ${count} processes with ${marker} were started`);
}

/** The processes that a process has started and that run, by number. */
export function childProcesses(pid: number): readonly number[] {
  const children = readOr(`/proc/${pid}/task/${pid}/children`).trim();
  return children === "" ? [] : children.split(" ").map(Number);
}

/** True if a process runs. One that has ended and was not waited for doesn't: nothing may reap orphans in a container. */
export function isRunning(pid: number): boolean {
  if (process.platform === "linux") return /^State:\s+[^ZX\s]/m.test(readOr(`/proc/${pid}/status`));
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The numbers that `leave-child.sh` wrote: the process in the background and the program itself. */
export async function readPids(pidFile: string): Promise<readonly number[]> {
  await eventually(() => existsSync(pidFile));
  return readFileSync(pidFile, "utf8").trim().split(" ").map(Number);
}

function readOr(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
