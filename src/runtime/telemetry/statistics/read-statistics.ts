import { undisturbed } from "../../line-file/segments.js";
import type { Count } from "./count.js";
import { allCounts, removeCounts } from "./rotate.js";

/**
 * Returns all counts in a file, the most frequent first; nothing if the file doesn't exist. Throws the file system's
 * error.
 */
export function readStatistics(path: string): readonly Count[] {
  return undisturbed(path, () => allCounts(path)) ?? [];
}

/** Deletes all counts of a file. */
export function clearStatistics(path: string): void {
  undisturbed(path, () => removeCounts(path));
}
