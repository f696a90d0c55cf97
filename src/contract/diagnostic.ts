/** An error stops the build, a warning does not. A note is a finding of `toolgen lint`, which builds don't report. */
export type Severity = "error" | "warning" | "note";

/**
 * A file as the compiler read it: the path relative to the project's root, `/` between its parts, and the text without
 * a BOM.
 */
export interface SourceFile {
  readonly path: string;
  /** It may be read only when it is used, if it is known. Another program may have changed or removed it by then. */
  readonly text: string;
  readonly known?: KnownText | undefined;
  /** True if it is known, and was removed before its text was read. */
  readonly isGone?: boolean;
}

/** The facts that an earlier build noted of a spec's text, which hasn't changed since. It defines no fragment. */
export interface KnownText {
  readonly hash: string;
  /** True if it may extend fragments that come with toolgen. */
  readonly usesLibrary: boolean;
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

/** A bug in toolgen, as opposed to a mistake in a spec. The command line exits with code 70 and asks for a report. */
export class InternalError extends Error {
  override readonly name = "InternalError";
}

/** Throws an `InternalError` unless the condition holds. Only for what no input should be able to cause. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InternalError(message);
}

/** Closes a switch over a union: the type checker refuses it while a variant is unhandled. */
export function unreachable(value: never): never {
  throw new InternalError(`unhandled variant: ${JSON.stringify(value)}`);
}

/** A message with named placeholders, made by the `msg` tag. */
export interface Message<Hole extends string> {
  readonly parts: readonly string[];
  readonly holes: readonly Hole[];
}

/** Tags a template whose substitutions are the names of placeholders: ``msg`Unknown key '${"key"}'.` ``. */
export function msg<const Holes extends readonly string[]>(parts: TemplateStringsArray, ...holes: Holes): Message<Holes[number]> {
  return { parts: [...parts], holes };
}

/**
 * An entry of the catalogue. `help` says what to do next; `explanation` is a paragraph for the reference page,
 * `example` a spec that is wrong.
 */
export interface Definition<Hole extends string = string> {
  readonly severity: Severity;
  readonly message: Message<Hole>;
  readonly help: string;
  readonly explanation: string;
  readonly example: string;
}

type HolesOf<D> = D extends { readonly message: Message<infer H> } ? H : never;

/** The position of a diagnostic: a span, or the path of a whole file or folder. */
type DiagnosticLocation = Span | { readonly path: string };

/** Overrides for a catalogue entry's texts: a closest name, or another help. */
export interface Extra {
  readonly didYouMean?: string | undefined;
  readonly help?: string | undefined;
}

/** Makes the constructor of diagnostics for a catalogue: code, position, a value for every placeholder. */
export function defineDiagnostics<const Catalogue extends Record<string, Definition>>(catalogue: Catalogue) {
  return function diagnostic<Code extends keyof Catalogue & string>(
    code: Code,
    location: DiagnosticLocation,
    values: Record<HolesOf<Catalogue[Code]>, string>,
    extra: Extra = {},
  ): Diagnostic {
    const definition = catalogue[code] as Definition;
    const message = fill(definition.message, values);
    const suggestion = extra.didYouMean === undefined ? "" : ` Did you mean '${extra.didYouMean}'?`;
    const span = "file" in location ? location : undefined;
    return {
      code,
      severity: definition.severity,
      message: message + suggestion,
      help: extra.help ?? definition.help,
      path: "file" in location ? location.file.path : location.path,
      span,
      ...(extra.didYouMean !== undefined && { didYouMean: extra.didYouMean }),
    };
  };
}

function fill(message: Message<string>, values: Readonly<Record<string, string>>): string {
  return message.parts.map((part, i) => part + (i < message.holes.length ? (values[message.holes[i] ?? ""] ?? "") : "")).join("");
}

/**
 * A spec around the relevant lines, so that every example of the catalogue is complete: a test compiles each and
 * expects its code.
 */
export function exampleTool(lines: string): string {
  return `name: count_lines\ndescription: Count the lines of a file.\nkind: read\n${lines}\n`;
}

/**
 * The formats in which commands report diagnostics: for users, as a JSON array, as annotations of GitHub Actions, as
 * SARIF 2.1.0 and as the XML of JUnit.
 */
export const diagnosticFormats = ["pretty", "json", "github", "sarif", "junit"] as const;
export type DiagnosticFormat = (typeof diagnosticFormats)[number];

/** Formats that a machine reads from standard output. */
export type MachineFormat = Exclude<DiagnosticFormat, "pretty">;
