import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { deepEqual } from "../../runtime/json/deep-equal.js";
import type { JsonObject, JsonValue } from "../../runtime/json/json-value.js";
import type { KeyPath } from "./piece.js";
import type { Syntax } from "./syntax.js";

type JsonSyntax = Extract<Syntax, { readonly kind: "json" }>;

/** A JSON document with the positions of its nodes. */
export interface JsonDocument {
  readonly text: string;
  readonly root: Node;
}

export type ReadJson = { readonly ok: true; readonly document: JsonDocument } | { readonly ok: false; readonly problem: string };

/** Parses a settings file whose root must be an object. `text` has no byte order mark. */
export function readJson(text: string, syntax: JsonSyntax): ReadJson {
  const errors: ParseError[] = [];
  const options = { disallowComments: !syntax.comments, allowTrailingComma: syntax.trailingCommas, allowEmptyContent: false };
  const root = parseTree(text, errors, options);
  const [error] = errors;
  if (error !== undefined) return { ok: false, problem: `${describeError(error)} (line ${lineAt(text, error.offset)})` };
  if (root?.type !== "object") return { ok: false, problem: "is not a JSON object" };
  return { ok: true, document: { text, root } };
}

function describeError({ error }: ParseError): string {
  const code = printParseErrorCode(error);
  switch (code) {
    case "InvalidCommentToken":
      return "has a comment, which this client doesn't read";
    case "PropertyNameExpected":
    case "ValueExpected":
      return "isn't valid JSON: a value or a key is missing, or a comma is left over";
    default:
      return `isn't valid JSON: ${code}`;
  }
}

const lineAt = (text: string, offset: number) => text.slice(0, offset).split("\n").length;

/** The last existing node of a key path, and how many of its keys exist. */
export interface FoundNode {
  readonly node: Node;
  readonly depth: number;
}

/**
 * Follows a key path as far as it exists. A repeated key is a problem, because clients differ in which one they read.
 */
export function findNode({ root }: JsonDocument, path: KeyPath): FoundNode | { readonly problem: string } {
  let node = root;
  for (const [depth, key] of path.entries()) {
    if (node.type !== "object") return { problem: `has '${path.slice(0, depth).join(".")}', which is not an object` };
    const [first, second] = propertiesOf(node).filter((property) => keyOf(property) === key);
    if (second !== undefined) return { problem: `has the key '${path.slice(0, depth + 1).join(".")}' twice` };
    const value = first?.children?.[1];
    if (value === undefined) return { node, depth };
    node = value;
  }
  return { node, depth: path.length };
}

export const propertiesOf = (node: Node): readonly Node[] => node.children ?? [];
export const keyOf = (property: Node): string => String(property.children?.[0]?.value);
export const endOf = (node: Node): number => node.offset + node.length;

/** The value of a node, in which `__proto__` is an ordinary key. */
export function nodeValue(node: Node): JsonValue {
  switch (node.type) {
    case "object": {
      const entries = propertiesOf(node).flatMap((property) => {
        const value = property.children?.[1];
        return value === undefined ? [] : [[keyOf(property), nodeValue(value)] as const];
      });
      return Object.fromEntries(entries) satisfies JsonObject;
    }
    case "array":
      return propertiesOf(node).map(nodeValue);
    default:
      return node.value as JsonValue;
  }
}

/** Checks that the value of a node equals another. */
export const nodeEquals = (node: Node | undefined, value: JsonValue): boolean => node !== undefined && deepEqual(nodeValue(node), value);

/** Tokens of the scanner, whose own names exist for TypeScript's checker alone. */
const tokens = { comma: 5, lineComment: 12, blockComment: 13, trivia: 15, end: 17 } as const;

/** The offset after the comma between two offsets; `undefined` if there is none outside of comments. */
export function commaEnd(text: string, range: { readonly from: number; readonly to: number }): number | undefined {
  const scanner = createScanner(text.slice(range.from, range.to));
  for (let token = scanner.scan(); Number(token) !== tokens.end; token = scanner.scan())
    if (Number(token) === tokens.comma) return range.from + scanner.getTokenOffset() + 1;
  return undefined;
}

/** The offset after the last comment that begins on the line of an offset; the offset itself if there is none. */
export function lineCommentEnd(text: string, range: { readonly from: number; readonly to: number }): number {
  const scanner = createScanner(text.slice(range.from, range.to));
  let end = range.from;
  for (let token = scanner.scan(); ; token = scanner.scan()) {
    if (Number(token) === tokens.lineComment || Number(token) === tokens.blockComment)
      end = range.from + scanner.getTokenOffset() + scanner.getTokenLength();
    else if (Number(token) !== tokens.trivia) return end;
  }
}
