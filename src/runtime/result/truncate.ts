import { countLines, isWithinLimits, type Limits } from "./within-limits.js";

/** The parts of an output that are shown. For `tail` the head is empty, and the reverse. */
export interface CutOutput {
  readonly head: Buffer;
  readonly tail: Buffer;
  readonly omittedLines: number;
  readonly omittedBytes: number;
}

const newline = 10;

/**
 * Truncates UTF-8 text to its limits; `undefined` if it needs no truncation. It is cut at the end of a line if that
 * costs at most half of the room, otherwise inside one, but never inside a character.
 */
export function truncate(bytes: Buffer, { maxLines, maxBytes, keep }: Limits): CutOutput | undefined {
  if (isWithinLimits(bytes, { maxLines, maxBytes })) return undefined;
  const headShare = keep === "head" ? 1 : keep === "tail" ? 0 : 0.5;
  const headEnd = endOfHead(bytes, Math.ceil(maxLines * headShare), Math.ceil(maxBytes * headShare));
  const tailStart = Math.max(headEnd, startOfTail(bytes, Math.floor(maxLines * (1 - headShare)), Math.floor(maxBytes * (1 - headShare))));
  const head = bytes.subarray(0, headEnd);
  const tail = bytes.subarray(tailStart);
  const omittedLines = Math.max(0, countLines(bytes) - countLines(head) - countLines(tail));
  return { head, tail, omittedLines, omittedBytes: tailStart - headEnd };
}

function endOfHead(bytes: Buffer, maxLines: number, maxBytes: number): number {
  let end = 0;
  for (let lines = 0; lines < maxLines; lines++) {
    const lineEnd = bytes.indexOf(newline, end);
    const next = lineEnd === -1 ? bytes.length : lineEnd + 1;
    if (next > maxBytes) return end >= maxBytes / 2 ? end : characterStart(bytes, maxBytes);
    end = next;
    if (end === bytes.length) break;
  }
  return end;
}

function startOfTail(bytes: Buffer, maxLines: number, maxBytes: number): number {
  let start = bytes.length;
  for (let lines = 0; lines < maxLines && start > 0; lines++) {
    // The newline that ends a line belongs to it, so the search begins before it.
    const previous = start < 2 ? -1 : bytes.lastIndexOf(newline, start - 2);
    const next = previous + 1;
    if (bytes.length - next > maxBytes) {
      return bytes.length - start >= maxBytes / 2 ? start : nextCharacter(bytes, bytes.length - maxBytes);
    }
    start = next;
  }
  return start;
}

const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

function characterStart(bytes: Buffer, at: number): number {
  let start = at;
  while (start > 0 && isContinuation(bytes[start])) start--;
  return start;
}

function nextCharacter(bytes: Buffer, at: number): number {
  let start = at;
  while (start < bytes.length && isContinuation(bytes[start])) start++;
  return start;
}
