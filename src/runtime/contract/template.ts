/** A text with placeholders: literal strings, values, and blocks of further text. */
export type Text = readonly TextPiece[];

export type TextPiece = string | ValuePiece | JoinPiece | JsonPiece | { readonly kind: "block"; readonly block: Block<Text> };

/** A value as text. `mayDash`: it may begin an argument although it begins with `-`. */
export interface ValuePiece {
  readonly kind: "value";
  readonly ref: Ref;
  readonly mayDash: boolean;
}

/** The elements of an array, joined to one text. */
export interface JoinPiece {
  readonly kind: "join";
  readonly ref: Ref;
  readonly separator: string;
  readonly mayDash: boolean;
}

/** A value as compact JSON. */
export interface JsonPiece {
  readonly kind: "json";
  readonly ref: Ref;
}

/**
 * The target of a placeholder. `output` is a path into the result's data. `param` and `item` (the element of an `each`)
 * are paths of keys; `param` has at least one key.
 */
export type Ref =
  | { readonly from: "param"; readonly path: readonly string[] }
  | { readonly from: "item"; readonly path: readonly string[] }
  | { readonly from: "each"; readonly name: "index" | "key" | "first" | "last" }
  | { readonly from: "call"; readonly name: "specDir" | "workspace" | "params" | "tempDir" | "output" }
  | { readonly from: "output"; readonly path: readonly string[] }
  | { readonly from: "temp"; readonly name: string }
  | { readonly from: "secret"; readonly name: string };

/** A block whose bodies are items (in a command) or text. */
export type Block<Body> =
  | { readonly kind: "if"; readonly branches: readonly Branch<Body>[]; readonly otherwise?: Body | undefined }
  | { readonly kind: "each"; readonly ref: Ref; readonly body: Body; readonly otherwise?: Body | undefined };

export interface Branch<Body> {
  readonly test: Test;
  readonly body: Body;
}

/**
 * `given`: the value was given and is not `false`, `""` or `[]`. `equals`: it is this literal. `negated` is `unless`.
 */
export type Test =
  | { readonly kind: "given"; readonly ref: Ref; readonly negated: boolean }
  | { readonly kind: "equals"; readonly ref: Ref; readonly literal: string | number | boolean; readonly negated: boolean };
