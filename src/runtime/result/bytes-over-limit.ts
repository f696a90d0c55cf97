/**
 * The most bytes of one write that reach Gemini CLI unharmed if they include any character beyond ASCII: it decodes
 * each chunk that it reads by itself (measured). ASCII is never harmed, and has no such limit.
 */
export const maxWrittenBytes = 65_535;

/** How many bytes of a text exceed one write. */
export function bytesOverLimit(text: string, mostBytes = maxWrittenBytes): number {
  // In UTF-8 a UTF-16 code unit takes three bytes at most.
  if (text.length * 3 <= mostBytes) return 0;
  const size = Buffer.byteLength(text);
  return size === text.length ? 0 : Math.max(0, size - mostBytes);
}

/** One text after another, the second on a line of its own. */
export function joinLines(before: string, after: string): string {
  return before === "" || before.endsWith("\n") || after === "" ? before + after : `${before}\n${after}`;
}
