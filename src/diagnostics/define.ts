import type { Diagnostic, Severity, Span } from "./diagnostic.js";

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
export type DiagnosticLocation = Span | { readonly path: string };

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
