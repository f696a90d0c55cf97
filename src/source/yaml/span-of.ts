import type { SourceFile, Span } from "../../diagnostics/diagnostic.js";

/** The part of a file that a range of the library covers. */
export function spanOf(file: SourceFile, [start, end]: readonly number[] = []): Span {
  const from = Math.min(start ?? 0, file.text.length);
  return { file, start: from, end: Math.min(Math.max(end ?? from, from), file.text.length) };
}
