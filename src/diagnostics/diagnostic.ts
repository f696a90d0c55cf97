/** An error stops the build, a warning does not. A note is a finding of `toolgen lint`, which builds don't report. */
export type Severity = "error" | "warning" | "note";

/**
 * A file as the compiler read it: the path relative to the project's root, `/` between its parts, and the text without
 * a BOM.
 */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** A range of a file. `start` and `end` are UTF-16 offsets into its text, `end` exclusive. */
export interface Span {
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
}

/** One mistake of a user, with its position. Without a span it concerns a whole file or folder (`path`). */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly help: string;
  readonly path: string;
  readonly span: Span | undefined;
  /** The text that was probably meant in place of the span's. */
  readonly didYouMean?: string | undefined;
  /** The parameter that `paths` must list, and for what. */
  readonly missingPath?: { readonly param: string; readonly access: "read" | "write" };
}

export const isError = ({ severity }: Diagnostic): boolean => severity === "error";

/** The result of every stage: its value, as complete as possible, and its diagnostics. */
export type Result<T> = readonly [value: T, diagnostics: readonly Diagnostic[]];

/** Names a position in a message: `tools.d/read.yaml:4`. */
export function pathAndLine({ file, start }: Span): string {
  return `${file.path}:${lineColumn(file.text, start).line}`;
}

/** The position of an offset: both numbers begin at 1; `column` counts UTF-16 units, as editors do. */
export function lineColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: offset - lineStart + 1 };
}
