import { utf8Text } from "../../contract/stdio.js";
import { joinTruncated } from "../output.late.js";
import { bytesOverLimit, joinLines, type KeepFull, type OutputPart, type ResultPart } from "../report.js";

export interface Room {
  /** How long the text may be, in bytes: by default so that it can be written at once. */
  readonly mostBytes?: number | undefined;
  /** A text that comes before it, and takes its part of the room. */
  readonly before?: string;
}

/** Joins all parts to one text, each cut to its limits with a note about what is missing. */
export function joinParts(parts: readonly ResultPart[], keepFull: KeepFull, room: Room = {}): string {
  return wholeText(parts, room) ?? joinTruncated(parts, keepFull, room);
}

/** Returns true if nothing of the parts has to be cut. */
export const fits = (parts: readonly ResultPart[], room: Room = {}): boolean => wholeText(parts, room) !== undefined;

/** The text of parts of which nothing has to be cut and every byte is text; `undefined` otherwise. */
function wholeText(parts: readonly ResultPart[], { mostBytes, before = "" }: Room): string | undefined {
  let text = "";
  for (const part of parts) {
    const added = part.kind === "line" ? `${part.text}\n` : wholeOutput(part);
    if (added === undefined) return undefined;
    text = joinLines(text, added);
  }
  return bytesOverLimit(joinLines(before, text), mostBytes) === 0 ? text : undefined;
}

/** The text of an output if nothing of it has to be cut and every byte is text; `undefined` otherwise. */
export function wholeOutput({ bytes, limits }: Pick<OutputPart, "bytes" | "limits">): string | undefined {
  const text = bytes.length > limits.maxBytes ? undefined : utf8Text(bytes);
  return text === undefined || countTextLines(text) > limits.maxLines ? undefined : text;
}

/** An end without a newline is a line too. To split a text is faster than to look for each newline. */
const countTextLines = (text: string): number => text.split("\n").length - (text === "" || text.endsWith("\n") ? 1 : 0);
