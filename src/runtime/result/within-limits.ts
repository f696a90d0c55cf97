/** How much of an output is shown: lines, bytes of UTF-8, and which end of it. */
export interface Limits {
  readonly maxLines: number;
  readonly maxBytes: number;
  readonly keep: "head" | "tail" | "both";
}

const newline = 10;

/** Returns true if UTF-8 text needs no truncation. */
export function isWithinLimits(bytes: Buffer, { maxLines, maxBytes }: Omit<Limits, "keep">): boolean {
  return bytes.length <= maxBytes && countLines(bytes) <= maxLines;
}

/** The lines of a text; an end without a newline is a line too. */
export function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) lines++;
  return bytes.length > 0 && bytes[bytes.length - 1] !== newline ? lines + 1 : lines;
}
