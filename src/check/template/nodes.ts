/** UTF-16 offsets into the text of a template, `end` exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A template as written, in toolgen's own representation: literal text, values and blocks. */
export type TemplateNode = TextNode | ValueNode | JoinNode | JsonNode | BlockNode;

/**
 * Literal text. Unit `i` of `text` is at `range.start + i`: `\{{` and `\\{{` lose their backslash only at a node's end.
 */
export interface TextNode {
  readonly kind: "text";
  readonly text: string;
  readonly range: Range;
}

export interface ValueNode {
  readonly kind: "value";
  readonly of: Expression;
  readonly range: Range;
}

export interface JoinNode {
  readonly kind: "join";
  readonly of: Expression;
  readonly separator: string;
  readonly range: Range;
}

export interface JsonNode {
  readonly kind: "json";
  readonly of: Expression;
  readonly range: Range;
}

export type BlockNode =
  | {
      readonly kind: "if";
      readonly branches: readonly { readonly test: TestNode; readonly body: readonly TemplateNode[] }[];
      readonly otherwise: readonly TemplateNode[] | undefined;
      readonly range: Range;
    }
  | {
      readonly kind: "each";
      readonly of: Expression;
      readonly body: readonly TemplateNode[];
      readonly otherwise: readonly TemplateNode[] | undefined;
      readonly range: Range;
    };

export type TestNode =
  | { readonly kind: "given"; readonly of: Expression; readonly negated: boolean }
  | { readonly kind: "equals"; readonly of: Expression; readonly literal: Literal; readonly negated: boolean };

/** A name in a template: `x.y`, `this.y` (`self`), `../x` (`depth` 1), `@index` (`data`). */
export interface Expression {
  readonly data: boolean;
  readonly depth: number;
  readonly self: boolean;
  readonly parts: readonly string[];
  readonly written: string;
  readonly range: Range;
}

export interface Literal {
  readonly value: string | number | boolean;
  readonly range: Range;
}

export const isBlock = (node: TemplateNode): node is BlockNode => node.kind === "if" || node.kind === "each";
