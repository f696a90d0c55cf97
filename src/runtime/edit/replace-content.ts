import { walk } from "../paths/walk.js";
import type { Change } from "./make-diff.js";
import { readTextFile } from "./text-file.js";
import { writeWhole } from "./write-whole.js";

/**
 * Writes what the user made of a proposal in place of running the tool: whole or not at all, with the file's mode, through symbolic links. Answers
 * what is wrong instead where the file is no longer what the user saw.
 */
export function replaceContent({ filePath, original, proposed, edited }: Change): string | undefined {
  if (readTextFile(filePath) !== original) return `${filePath} has changed since the proposal was made. Read it again before you edit it.`;
  const target = walk(filePath);
  if (!target.ok) return `${filePath} can't be written: ${target.reason}.`;
  writeWhole(target.real, edited ?? proposed, { mode: 0o666 });
  return undefined;
}
