import type { Repaired, RepairRules } from "../../contract/repair.js";
import { appendLines } from "../line-file.js";
import { formatCount, rotate, statisticsFile } from "../repair-statistics.js";
import { classifyRepairs } from "./classify-repairs.js";

/** A larger file of counts is summed up. */
const mostBytes = 256 * 1024;

/** A call of a tool, and the outcome of its repair. */
export interface RepairedCall {
  readonly tool: string | undefined;
  readonly definition: RepairRules;
  readonly repaired: Repaired;
}

/**
 * Adds the repairs or the refusal of a call to the statistics that the environment names. The call continues even if
 * that fails.
 */
export function countRepairs({ tool, definition, repaired }: RepairedCall, env: Readonly<Record<string, string | undefined>>): void {
  if (tool === undefined || (repaired.ok && repaired.repairs.length === 0)) return;
  const destination = statisticsFile(env);
  if (destination.kind !== "file") return;
  try {
    const lines = classifyRepairs(repaired, definition).map((count) => formatCount({ tool, ...count }));
    if (appendLines(destination.path, lines) > mostBytes) rotate(destination.path, mostBytes);
  } catch {
    // A failure of the statistics must not affect a call.
  }
}
