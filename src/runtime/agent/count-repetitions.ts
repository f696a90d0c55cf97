import { createHash } from "node:crypto";
import type { JsonValue } from "../json/json-value.js";
import { sortedJson } from "../json/sorted-json.js";

/** The longest round of calls whose repetition is noticed: `a b c d a b c d`. */
const longestRound = 4;

/** A short hash of a call: equal for the same tool with the same arguments, whatever the order of their keys. */
export function hashCall(call: { readonly name: string; readonly args: JsonValue }): string {
  return createHash("sha256")
    .update(sortedJson([call.name, call.args]))
    .digest("base64url")
    .slice(0, 16);
}

/** Returns how many times in a row the last call, or the round of calls that ends with it, was made; at least 1. */
export function countRepetitions(hashes: readonly string[]): number {
  let most = 1;
  for (let round = 1; round <= longestRound; round++) {
    let same = 0;
    while (same + round < hashes.length && hashes[hashes.length - 1 - same] === hashes[hashes.length - 1 - same - round]) same++;
    most = Math.max(most, 1 + Math.floor(same / round));
  }
  return most;
}

/** Returns as many of the last hashes as are needed to detect this many repetitions. */
export function lastHashes(hashes: readonly string[], repetitions: number): readonly string[] {
  return Number.isFinite(repetitions) ? hashes.slice(-longestRound * (repetitions + 1)) : [];
}
