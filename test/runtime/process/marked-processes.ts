import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { eventually } from "../../kit/eventually.js";

/** A word that no other process has among its arguments. */
export const newMarker = () => `marker-${randomUUID()}`;

/** The command lines of running processes that hold the marker. */
export function markedProcesses(marker: string): readonly string[] {
  const { stdout } = spawnSync("ps", ["-A", "-ww", "-o", "pid=,args="], { encoding: "utf8", maxBuffer: 1 << 26 });
  return stdout.split("\n").filter((line) => line.includes(marker));
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
