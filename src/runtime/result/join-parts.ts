import { utf8Text } from "../text/utf8-text.js";
import { bytesOverLimit, joinLines } from "./bytes-over-limit.js";
import { joinTruncated } from "./join-truncated.late.js";
import type { KeepFull, OutputPart, ResultPart } from "./parts.js";

/**
 * Joins all parts to one text, each truncated to its limits with a note about what is missing. The text can be written
 * in one write, unless `mostBytes` removes that limit.
 */
export function joinParts(parts: readonly ResultPart[], keepFull: KeepFull, mostBytes?: number): string {
  return wholeText(parts, mostBytes) ?? joinTruncated(parts, keepFull, mostBytes);
}

/** The text of parts that need no truncation and are valid UTF-8; `undefined` otherwise. */
function wholeText(parts: readonly ResultPart[], mostBytes: number | undefined): string | undefined {
  let text = "";
  for (const part of parts) {
    const added = part.kind === "line" ? `${part.text}\n` : wholeOutput(part);
    if (added === undefined) return undefined;
    text = joinLines(text, added);
  }
  return bytesOverLimit(text, mostBytes) === 0 ? text : undefined;
}

function wholeOutput({ bytes, limits }: OutputPart): string | undefined {
  const text = bytes.length > limits.maxBytes ? undefined : utf8Text(bytes);
  return text === undefined || countTextLines(text) > limits.maxLines ? undefined : text;
}

function countTextLines(text: string): number {
  let lines = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
