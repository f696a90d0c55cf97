import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { deepEqual, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import type { KeyPath, Syntax } from "../piece.js";

type JsonSyntax = Extract<Syntax, { readonly kind: "json" }>;

/** A JSON document with the positions of its nodes. */
export interface JsonDocument {
  readonly text: string;
  readonly root: Node;
}

type ReadJson = { readonly ok: true; readonly document: JsonDocument } | { readonly ok: false; readonly problem: string };

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
interface FoundNode {
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
function commaEnd(text: string, range: { readonly from: number; readonly to: number }): number | undefined {
  const scanner = createScanner(text.slice(range.from, range.to));
  for (let token = scanner.scan(); Number(token) !== tokens.end; token = scanner.scan())
    if (Number(token) === tokens.comma) return range.from + scanner.getTokenOffset() + 1;
  return undefined;
}

/** The offset after the last comment that begins on the line of an offset; the offset itself if there is none. */
function lineCommentEnd(text: string, range: { readonly from: number; readonly to: number }): number {
  const scanner = createScanner(text.slice(range.from, range.to));
  let end = range.from;
  for (let token = scanner.scan(); ; token = scanner.scan()) {
    if (Number(token) === tokens.lineComment || Number(token) === tokens.blockComment)
      end = range.from + scanner.getTokenOffset() + scanner.getTokenLength();
    else if (Number(token) !== tokens.trivia) return end;
  }
}

/** A member of an object or of an array: `key` only for the former. */
export interface Member {
  readonly key?: string;
  readonly value: JsonValue;
}

/** Appends members to an object or an array, in the layout of the file. No other byte of the text changes. */
export function insertMembers({ text, root }: JsonDocument, container: Node, members: readonly Member[]): string {
  const layout = layoutOf(text, root);
  const isMultiLine = text.slice(container.offset, endOf(container)).includes("\n");
  const children = propertiesOf(container);
  const last = children.at(-1);
  if (last === undefined)
    return insertFirst(text, { container, members, layout: { ...layout, isMultiLine: layout.isMultiLine || container === root } });

  const close = endOf(container) - 1;
  const trailingComma = commaEnd(text, { from: endOf(last), to: close });
  const at = isMultiLine ? lineCommentEnd(text, { from: trailingComma ?? endOf(last), to: close }) : (trailingComma ?? endOf(last));
  const indent = startsLine(text, last.offset) ? indentAt(text, last.offset) : indentAt(text, container.offset) + layout.unit;
  const printed = isMultiLine
    ? members.map((one) => `${layout.newline}${indent}${printMember(one, { ...layout, indent })}`)
    : members.map((one) => `${layout.space}${printCompact(one, layout)}`);
  const added = printed.join(",") + (trailingComma === undefined ? "" : ",");
  const comma = trailingComma === undefined ? "," : "";
  return `${text.slice(0, endOf(last))}${comma}${text.slice(endOf(last), at)}${added}${text.slice(at)}`;
}

interface Layout {
  readonly newline: string;
  readonly unit: string;
  /** Between the tokens of one line. */
  readonly space: string;
  readonly isMultiLine: boolean;
}

function insertFirst(
  text: string,
  { container, members, layout }: { container: Node; members: readonly Member[]; layout: Layout },
): string {
  const [open, close] = [container.offset + 1, endOf(container) - 1];
  const inside = text.slice(open, close);
  const addsNothing = inside.trim() === "";
  if (!layout.isMultiLine) {
    const printed = members.map((one) => printCompact(one, layout)).join(`,${layout.space}`);
    return `${text.slice(0, open)}${printed}${addsNothing ? "" : inside}${text.slice(close)}`;
  }
  const base = indentAt(text, container.offset);
  const indent = base + layout.unit;
  const printed = members.map((one) => `${layout.newline}${indent}${printMember(one, { ...layout, indent })}`).join(",");
  return `${text.slice(0, open)}${printed}${addsNothing ? `${layout.newline}${base}` : inside}${text.slice(close)}`;
}

/** A new document with nothing else. */
export function printDocument(value: JsonValue, newline = "\n"): string {
  return `${JSON.stringify(value, null, 2)}\n`.replaceAll("\n", newline);
}

function printMember({ key, value }: Member, { newline, unit, indent }: Layout & { readonly indent: string }): string {
  const printed = JSON.stringify(value, null, unit).replaceAll("\n", `${newline}${indent}`);
  return key === undefined ? printed : `${JSON.stringify(key)}: ${printed}`;
}

function printCompact({ key, value }: Member, { space }: Layout): string {
  const printed = JSON.stringify(value);
  return key === undefined ? printed : `${JSON.stringify(key)}:${space}${printed}`;
}

/** Line ends and indentation of a file, from its first line break and the first property that begins a line. */
function layoutOf(text: string, root: Node): Layout {
  const [first] = propertiesOf(root);
  const isIndented = first !== undefined && startsLine(text, first.offset);
  const unit = isIndented ? indentAt(text, first.offset).slice(indentAt(text, root.offset).length) : "  ";
  const hasSpace = /[:,] /.test(first === undefined ? ": " : text);
  return {
    newline: text.includes("\r\n") ? "\r\n" : "\n",
    unit: /^\s{1,10}$/.test(unit) ? unit : "  ",
    space: hasSpace ? " " : "",
    isMultiLine: text.slice(root.offset, endOf(root)).includes("\n"),
  };
}

const lineStart = (text: string, offset: number) => text.lastIndexOf("\n", offset - 1) + 1;
const indentAt = (text: string, offset: number) => /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? "";
const startsLine = (text: string, offset: number) =>
  text.slice(lineStart(text, offset), offset).trim() === "" && lineStart(text, offset) > 0;

/** Removes a member from an object or an array, with its comma and its own line. Comments around it stay. */
export function removeMember(text: string, container: Node, child: Node): string {
  const children = propertiesOf(container);
  const index = children.indexOf(child);
  const [previous, next] = [children[index - 1], children[index + 1]];
  const close = endOf(container) - 1;
  const ownComma = commaEnd(text, { from: endOf(child), to: next?.offset ?? close });
  const from = whitespaceBefore(text, child.offset);
  const to = ownComma === undefined ? endOf(child) : ownComma;
  const afterMember = text.slice(endOf(child), to).replace(/,$/, "");
  const rest = text.slice(to);
  const commaBefore =
    ownComma === undefined && previous !== undefined ? commaEnd(text, { from: endOf(previous), to: child.offset }) : undefined;
  const head = commaBefore === undefined ? text.slice(0, from) : text.slice(0, commaBefore - 1) + text.slice(commaBefore, from);
  const isEmptied =
    children.length === 1 && /^\s*$/.test(text.slice(container.offset + 1, child.offset) + afterMember + text.slice(to, close));
  return isEmptied ? text.slice(0, container.offset + 1) + text.slice(close) : head + afterMember + rest;
}

/** The offset of the white space before an offset, with at most one line break. */
function whitespaceBefore(text: string, offset: number): number {
  const [found = ""] = /(?:\r?\n)?[ \t]*$/.exec(text.slice(Math.max(0, offset - 1000), offset)) ?? [];
  return offset - found.length;
}
