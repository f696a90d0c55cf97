import { writeFileAtomic } from "../io/write-file-atomic.js";
import { resolveLinks } from "../paths/resolve-links.js";
import type { FileChange } from "./make-file-diff.js";

/**
 * Writes the user's edit of a proposal instead of running the tool: atomically, with the file's mode, through symbolic
 * links. Returns the reason if that fails.
 */
export function replaceContent({ filePath, proposed, edited }: FileChange): string | undefined {
  const target = resolveLinks(filePath);
  if (!target.ok) return `${filePath} can't be written: ${target.reason}.`;
  writeFileAtomic(target.real, edited ?? proposed, { mode: 0o666 });
  return undefined;
}
