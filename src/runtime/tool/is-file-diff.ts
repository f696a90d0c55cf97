import type { FileDiff } from "../contract/file-diff.js";

/** Whether what a tool shows is the change of a file. */
export function isFileDiff(display: unknown): display is FileDiff {
  return typeof display === "object" && display !== null && "fileDiff" in display && "newContent" in display;
}
