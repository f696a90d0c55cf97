import type { JsonObject, JsonValue } from "../../../contract/json-value.js";
import type { FormatName, formats } from "./formats.js";

/**
 * The form of a value in a spec. One description serves the checks (`decode`) and editors (`toJsonSchema`), so neither
 * can know a key that the other doesn't.
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

declare const decoded: unique symbol;

/** A shape, with the type of the values that `decode` returns for it. */
export type ShapeOf<Value> = Shape & { readonly [decoded]?: Value };

/** The type of the values that `decode` returns for a shape without mistakes. */
export type Decoded<S> = S extends { readonly [decoded]?: infer Value } ? Exclude<Value, undefined> : never;

/** The keys of a record, in the order of the documentation. */
export type Fields = Readonly<Record<string, Field>>;

export interface Field<Value = unknown, IsRequired extends boolean = boolean> {
  readonly shape: ShapeOf<Value>;
  readonly description: string;
  readonly required: IsRequired;
  /** The key is part of the language, but unsupported by this version: it is reported as `not-yet`. */
  readonly notYet: boolean;
}

/** The values of a record. Unsupported keys have none. */
type RecordOf<F extends Fields> = Flat<
  {
    readonly [K in keyof F as F[K]["required"] extends true ? K : never]: Decoded<F[K]["shape"]>;
  } & {
    readonly [K in keyof F as F[K]["required"] extends true ? never : IsNever<Decoded<F[K]["shape"]>> extends true ? never : K]?: Decoded<
      F[K]["shape"]
    >;
  }
>;

type Flat<T> = { [K in keyof T]: T[K] };

type IsNever<T> = [T] extends [never] ? true : false;

/** The value of a text of a format. */
type TextValue<Name extends FormatName> = (typeof formats)[Name] extends { readonly read: (text: string) => infer Value }
  ? Exclude<Value, undefined>
  : string;

/** The diagnostic for an unknown choice. */
export type ChoiceCode = "unknown-value" | "unknown-kind" | "unknown-risk" | "unknown-language";

export function text(): ShapeOf<string>;
export function text<Name extends FormatName>(format: Name): ShapeOf<TextValue<Name>>;
export function text(format?: FormatName): Shape {
  return { kind: "text", format };
}
export const boolean: ShapeOf<boolean> = { kind: "boolean" };
/** Only `false`, which means that there is none. */
export const never: ShapeOf<false> = { kind: "never" };
export const integer = (minimum: number): ShapeOf<number> => ({ kind: "integer", minimum });
/** One of some words. `notYet` lists those that a later version supports. */
export const choice = <const Value extends string>(
  values: readonly Value[],
  options: { readonly code?: ChoiceCode; readonly notYet?: readonly string[] } = {},
): ShapeOf<Value> => ({
  kind: "choice",
  values,
  later: options.notYet ?? [],
  code: options.code ?? "unknown-value",
});
export const list = <Value>(of: ShapeOf<Value>, minItems = 0): ShapeOf<readonly Value[]> => ({ kind: "list", of, minItems });
export const map = <Value>(of: ShapeOf<Value>, keys?: FormatName): ShapeOf<Readonly<Record<string, Value>>> => ({ kind: "map", of, keys });
export const record = <F extends Fields>(fields: F): ShapeOf<RecordOf<F>> => ({ kind: "record", fields });
export const either = <Shapes extends { readonly scalar?: Shape; readonly list?: Shape; readonly map?: Shape }>(
  shapes: Shapes,
): ShapeOf<Decoded<Shapes[keyof Shapes]>> => ({ kind: "either", ...shapes });
export const json: ShapeOf<JsonValue> = { kind: "json", object: false };
export const jsonObject: ShapeOf<JsonObject> = { kind: "json", object: true };

/** An optional key. */
export const optional = <Value>(shape: ShapeOf<Value>, description: string): Field<Value, false> => ({
  shape,
  description,
  required: false,
  notYet: false,
});
/** A required key. */
export const required = <Value>(shape: ShapeOf<Value>, description: string): Field<Value, true> => ({
  shape,
  description,
  required: true,
  notYet: false,
});
/** A key that a later version supports. */
export const later = (description: string): Field<never, false> => ({
  shape: { kind: "json", object: false },
  description,
  required: false,
  notYet: true,
});
