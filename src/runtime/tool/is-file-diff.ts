import type { FileDiff } from "../contract/file-diff.js";

/** Returns true if a tool's display is the change of a file. */
export function isFileDiff(display: unknown): display is FileDiff {
  return typeof display === "object" && display !== null && "fileDiff" in display && "newContent" in display;
}
