import { ToolError } from "toolgen/runtime";

export interface PartWanted {
  /** The number of characters before it. */
  readonly offset: number;
  readonly max_length: number;
  /** The number of parts that share the room of a result. */
  readonly parts: number;
}

/** The part of a call's result that is available beside notes. */
const mostBytes = 45_000;
const mostLines = 1900;

/** A part of a long text, which ends with a line if one ends near its end, and a note about how to continue. */
export function partOf(text: string, wanted: PartWanted): { readonly text: string; readonly notes: readonly string[] } {
  const { offset } = wanted;
  if (offset > 0 && offset >= text.length)
    throw new ToolError(`It has ${text.length} characters, so there is nothing at offset ${offset}.`);
  const end = offset + lengthOf(text.slice(offset, offset + wanted.max_length + 1), wanted);
  if (offset === 0 && end === text.length) return { text, notes: [] };
  const range = `Characters ${offset + 1} to ${end} of ${text.length}`;
  return { text: text.slice(offset, end), notes: [end < text.length ? `${range}. To go on: offset ${end}.` : `${range}, the last.`] };
}

/** How much of a text there is room for. */
function lengthOf(text: string, { max_length, parts }: PartWanted): number {
  const inLines = text.split("\n", mostLines / parts).join("\n").length;
  const inBytes = Buffer.from(text)
    .subarray(0, mostBytes / parts)
    .toString()
    .replace(/\uFFFD$/, "").length;
  const most = Math.min(max_length, inLines, inBytes);
  if (most >= text.length) return text.length;
  const line = text.lastIndexOf("\n", most - 1) + 1;
  if (line > most * 0.8) return line;
  return /[\uD800-\uDBFF]/.test(text[most - 1] ?? "") ? most - 1 : most;
}
