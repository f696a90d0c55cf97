import { diagnostic } from "../diagnostics/codes.js";
import type { Diagnostic, SourceFile } from "../diagnostics/diagnostic.js";

/** Reports Git's conflict markers: one diagnostic for each conflict, at its first line. */
export function mergeConflicts(file: SourceFile): readonly Diagnostic[] {
  const markers = [...file.text.matchAll(/^(?:<{7}|>{7})(?: [^\r\n]*)?$/gm)].map((match) => ({
    opens: match[0].startsWith("<"),
    span: { file, start: match.index, end: match.index + match[0].length },
  }));
  const first = markers.filter(({ opens }, i) => opens || !markers[i - 1]?.opens);
  return first.map(({ span }) => diagnostic("merge-conflict", span, {}));
}
