import { writeFileAtomic } from "../io/write-file-atomic.js";
import { resolveLinks } from "../paths/resolve-links.js";
import type { FileChange } from "./make-file-diff.js";

/**
 * Writes what the user made of a proposal in place of running the tool: whole or not at all, with the file's mode, through symbolic links. Answers why that can't
 * be done.
 */
export function replaceContent({ filePath, proposed, edited }: FileChange): string | undefined {
  const target = resolveLinks(filePath);
  if (!target.ok) return `${filePath} can't be written: ${target.reason}.`;
  writeFileAtomic(target.real, edited ?? proposed, { mode: 0o666 });
  return undefined;
}
