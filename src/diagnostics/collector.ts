import { type Diagnostic, isError, lineColumn, type Result } from "./diagnostic.js";

/** Collects the diagnostics of stages, so that a pipeline can continue after a mistake and report all of them. */
export interface Collector {
  readonly hasErrors: boolean;
  add(...diagnostics: readonly Diagnostic[]): void;
  /** Collects the diagnostics of a result and returns its value. */
  take<T>(result: Result<T>): T;
  /** Returns a result with all diagnostics, sorted by file and position, without duplicates. */
  result<T>(value: T): Result<T>;
}

export function collector(): Collector {
  const all: Diagnostic[] = [];
  return {
    get hasErrors() {
      return all.some(isError);
    },
    add(...diagnostics) {
      all.push(...diagnostics);
    },
    take([value, diagnostics]) {
      all.push(...diagnostics);
      return value;
    },
    result: (value) => [value, sortDiagnostics(all)],
  };
}

/** Sorts by path, position and code, and drops duplicates. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const key = (d: Diagnostic) => `${d.path}\0${d.span?.start ?? -1}\0${d.code}\0${d.message}`;
  const unique = new Map(diagnostics.map((d) => [key(d), d]));
  return [...unique.values()].sort(
    (a, b) => compare(a.path, b.path) || start(a) - start(b) || compare(a.code, b.code) || compare(a.message, b.message),
  );
}

const start = (d: Diagnostic) => d.span?.start ?? -1;
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** A diagnostic as JSON. */
export type PlainDiagnostic = ReturnType<typeof diagnosticToJson>;

/** The diagnostic as JSON. `line` and `column` begin at 1; a diagnostic about a whole file or folder is at 1:1. */
export function diagnosticToJson(d: Diagnostic) {
  const at = d.span === undefined ? { line: 1, column: 1 } : lineColumn(d.span.file.text, d.span.start);
  return { code: d.code, severity: d.severity, message: d.message, file: d.path, line: at.line, column: at.column, help: d.help };
}
