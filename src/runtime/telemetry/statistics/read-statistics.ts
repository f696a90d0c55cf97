import { undisturbed } from "../../line-file/segments.js";
import type { Count } from "./count.js";
import { allCounts, removeCounts } from "./rotate.js";

/** All that was counted in a file, the most frequent first; nothing where there is no file. Throws what the file system says. */
export function readStatistics(path: string): readonly Count[] {
  return undisturbed(path, () => allCounts(path)) ?? [];
}

/** Forgets all that was counted in a file. */
export function clearStatistics(path: string): void {
  undisturbed(path, () => removeCounts(path));
}
