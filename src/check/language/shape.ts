import type { FormatName } from "./formats.js";

/**
 * What a value in a spec may look like. One description serves the checks (`decode`) and editors (`toJsonSchema`), so neither can
 * know a key that the other doesn't.
 */
export type Shape =
  | { readonly kind: "text"; readonly format: FormatName | undefined }
  | { readonly kind: "boolean" }
  | { readonly kind: "never" }
  | { readonly kind: "integer"; readonly minimum: number }
  | { readonly kind: "choice"; readonly values: readonly string[]; readonly later: readonly string[]; readonly code: ChoiceCode }
  | { readonly kind: "list"; readonly of: Shape; readonly minItems: number }
  | { readonly kind: "map"; readonly of: Shape; readonly keys: FormatName | undefined }
  | { readonly kind: "record"; readonly fields: Fields }
  | { readonly kind: "either"; readonly scalar?: Shape; readonly list?: Shape; readonly map?: Shape }
  | { readonly kind: "json"; readonly object: boolean };

/** The keys of a record, in the order in which documentation shows them. */
export type Fields = Readonly<Record<string, Field>>;

export interface Field {
  readonly shape: Shape;
  readonly description: string;
  readonly required: boolean;
  /** The key is part of the language, but this version doesn't build it: it is answered with `not-yet`. */
  readonly notYet: boolean;
}

/** The diagnostic that an unknown choice is answered with. */
export type ChoiceCode = "unknown-value" | "unknown-kind" | "unknown-risk" | "unknown-language";

export const text = (format?: FormatName): Shape => ({ kind: "text", format });
export const boolean: Shape = { kind: "boolean" };
/** `false` and nothing else: it says that there is none. */
export const never: Shape = { kind: "never" };
export const integer = (minimum: number): Shape => ({ kind: "integer", minimum });
/** One of some words. `notYet` lists those that a later version builds. */
export const choice = (
  values: readonly string[],
  options: { readonly code?: ChoiceCode; readonly notYet?: readonly string[] } = {},
): Shape => ({
  kind: "choice",
  values,
  later: options.notYet ?? [],
  code: options.code ?? "unknown-value",
});
export const list = (of: Shape, minItems = 0): Shape => ({ kind: "list", of, minItems });
export const map = (of: Shape, keys?: FormatName): Shape => ({ kind: "map", of, keys });
export const record = (fields: Fields): Shape => ({ kind: "record", fields });
export const either = (shapes: { readonly scalar?: Shape; readonly list?: Shape; readonly map?: Shape }): Shape => ({
  kind: "either",
  ...shapes,
});
export const json: Shape = { kind: "json", object: false };
export const jsonObject: Shape = { kind: "json", object: true };

/** A key that may be left out. */
export const optional = (shape: Shape, description: string): Field => ({ shape, description, required: false, notYet: false });
/** A key that must be there. */
export const required = (shape: Shape, description: string): Field => ({ shape, description, required: true, notYet: false });
/** A key that a later version builds. */
export const later = (description: string): Field => ({ shape: json, description, required: false, notYet: true });
