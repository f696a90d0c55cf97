/** A text with placeholders: literal strings, values, and blocks of further text. */
export type TextTemplate = readonly TextPiece[];

/** A piece of a template: a text, or what is put in its place. */
export type TextPiece =
  | string
  | ValuePiece
  | JoinPiece
  | JsonPiece
  | { readonly kind: "block"; readonly block: TemplateBlock<TextTemplate> };

/** A value as text. `mayDash`: it may begin an argument although it begins with `-`. */
export interface ValuePiece {
  readonly kind: "value";
  readonly ref: ValueRef;
  readonly mayDash: boolean;
}

/** The elements of an array, joined to one text. */
export interface JoinPiece {
  readonly kind: "join";
  readonly ref: ValueRef;
  readonly separator: string;
  readonly mayDash: boolean;
}

/** A value as compact JSON. */
export interface JsonPiece {
  readonly kind: "json";
  readonly ref: ValueRef;
}

/**
 * The target of a placeholder. `output` is a path into the result's data. `param` and `item` (the element of an `each`)
 * are paths of keys; `param` has at least one key.
 */
export type ValueRef =
  | { readonly from: "param"; readonly path: readonly string[] }
  | { readonly from: "item"; readonly path: readonly string[] }
  | { readonly from: "each"; readonly name: "index" | "key" | "first" | "last" }
  | { readonly from: "call"; readonly name: "specDir" | "workspace" | "params" | "tempDir" | "output" }
  | { readonly from: "output"; readonly path: readonly string[] }
  | { readonly from: "temp"; readonly name: string }
  | { readonly from: "secret"; readonly name: string };

/** A block whose bodies are items (in a command) or text. */
export type TemplateBlock<Body> =
  | { readonly kind: "if"; readonly branches: readonly TemplateBranch<Body>[]; readonly otherwise?: Body | undefined }
  | { readonly kind: "each"; readonly ref: ValueRef; readonly body: Body; readonly otherwise?: Body | undefined };

/** A condition of a template, and the body that it shows. */
export interface TemplateBranch<Body> {
  readonly test: TemplateTest;
  readonly body: Body;
}

/**
 * `given`: the value was given and is not `false`, `""` or `[]`. `equals`: it is this literal. `negated` is `unless`.
 */
export type TemplateTest =
  | { readonly kind: "given"; readonly ref: ValueRef; readonly negated: boolean }
  | { readonly kind: "equals"; readonly ref: ValueRef; readonly literal: string | number | boolean; readonly negated: boolean };
