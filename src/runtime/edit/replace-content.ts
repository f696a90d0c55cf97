import { walk } from "../paths/walk.js";
import type { Change } from "./make-diff.js";
import { writeWhole } from "./write-whole.js";

/**
 * Writes what the user made of a proposal in place of running the tool: whole or not at all, with the file's mode, through symbolic links. Answers why that can't
 * be done.
 */
export function replaceContent({ filePath, proposed, edited }: Change): string | undefined {
  const target = walk(filePath);
  if (!target.ok) return `${filePath} can't be written: ${target.reason}.`;
  writeWhole(target.real, edited ?? proposed, { mode: 0o666 });
  return undefined;
}
