import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

/** A word that no other process has among its arguments. */
export const newMarker = () => `marker-${randomUUID()}`;

/** The command lines of running processes that hold the marker. */
export function markedProcesses(marker: string): readonly string[] {
  const { stdout } = spawnSync("ps", ["-A", "-ww", "-o", "pid=,args="], { encoding: "utf8", maxBuffer: 1 << 26 });
  return stdout.split("\n").filter((line) => line.includes(marker));
}

/** The marked processes that are left once there are none, or when the bound is over: a call's group has 1 + 5 s to go. */
export async function leftProcesses(marker: string, boundMs = 15_000): Promise<readonly string[]> {
  const end = Date.now() + boundMs;
  let left = markedProcesses(marker);
  while (left.length > 0 && Date.now() < end) {
    await delay(200);
    left = markedProcesses(marker);
  }
  return left;
}

/** Waits until that many marked processes run. */
export async function startedProcesses(marker: string, count: number): Promise<void> {
  const end = Date.now() + 20_000;
  while (markedProcesses(marker).length < count) {
    if (Date.now() > end) throw new Error(`fewer than ${count} processes with ${marker} were started`);
    await delay(50);
  }
}
