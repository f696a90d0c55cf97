import type { SourceFile, Span } from "./diagnostic.js";
import type { JsonValue } from "./json-value.js";

/**
 * A YAML or JSON value with its position. Anchors are resolved: an alias is a copy of its anchor's value, at the
 * alias's position.
 */
export type SpecNode = MapNode | ListNode | ScalarNode;

/** A map of a spec. */
export interface MapNode {
  readonly kind: "map";
  readonly entries: readonly MapEntry[];
  readonly span: Span;
}

/** One `key: value`. A key that is not a plain text (`{{x}}: …` unquoted, `[a]: …`) has `keyKind: "complex"`. */
export interface MapEntry {
  readonly key: string;
  readonly keyKind: "text" | "complex";
  readonly keySpan: Span;
  readonly value: SpecNode;
}

/** A list of a spec. */
export interface ListNode {
  readonly kind: "list";
  readonly items: readonly SpecNode[];
  readonly span: Span;
}

/** A text, a number, a boolean or null of a spec. */
export interface ScalarNode {
  readonly kind: "scalar";
  /** The value by YAML 1.2's core schema. */
  readonly value: string | number | boolean | null;
  /** The text as written, for a plain scalar (`1.10` stays `1.10`); the decoded string for every other style. */
  readonly text: string;
  readonly style: "plain" | "single" | "double" | "literal" | "folded";
  readonly span: Span;
  /** The comment after a plain scalar, on the same line. */
  readonly comment?: Span | undefined;
  /**
   * The offset in the file of the UTF-16 unit `index` of `text`, through quotes, escapes, indentation and folds.
   * `index` may be `text.length`.
   */
  offsetOf(index: number): number;
}

/** One YAML document of a file: its index among the file's documents and its value. */
export interface SpecDocument {
  readonly file: SourceFile;
  readonly index: number;
  readonly root: SpecNode;
}

/** A path inside a document: keys of maps and indexes of lists. */
export type NodePath = readonly (string | number)[];

/** A document, and the positions of its keys and values. */
export interface SpecPositions {
  readonly document: SpecDocument;
  /** Returns true if the document has a key, right or wrong. */
  has(key: string): boolean;
  /** Returns the position of a key or its value in the spec. */
  at(path: NodePath, part?: "key" | "value"): Span;
  /** Returns the scalar at a path, for positions inside its text. */
  scalar(path: NodePath): ScalarNode | undefined;
}

/** The node at a path; `undefined` if the document has none. */
export function nodeAt(root: SpecNode, path: NodePath): SpecNode | undefined {
  return path.reduce<SpecNode | undefined>((node, step) => (node === undefined ? undefined : child(node, step)), root);
}

/**
 * The smallest existing position for a path: its value, or with `"key"` its key. If the document lacks the path, the
 * nearest enclosing value or key.
 */
export function locate(root: SpecNode, path: NodePath, part: "key" | "value" = "value"): Span {
  for (let length = path.length; length > 0; length--) {
    const parent = nodeAt(root, path.slice(0, length - 1));
    const step = path[length - 1];
    if (parent === undefined || step === undefined) continue;
    const entry = parent.kind === "map" ? parent.entries.find((e) => e.key === String(step)) : undefined;
    if (entry !== undefined) return part === "key" || length < path.length ? entry.keySpan : entry.value.span;
    const value = child(parent, step);
    if (value !== undefined) return value.span;
  }
  return root.kind === "map" && root.entries[0] !== undefined ? root.entries[0].keySpan : root.span;
}

/** The position of UTF-16 units `start` to `end` of the text of the scalar at a path. */
export function locateText(node: ScalarNode, start: number, end: number): Span {
  return { file: node.span.file, start: node.offsetOf(start), end: Math.max(node.offsetOf(end), node.offsetOf(start) + 1) };
}

function child(node: SpecNode, step: string | number): SpecNode | undefined {
  if (node.kind === "map") return node.entries.find((e) => e.key === String(step))?.value;
  if (node.kind === "list" && typeof step === "number") return node.items[step];
  return undefined;
}

/** The plain value of a node, as JSON has it. */
export function toValue(node: SpecNode): JsonValue {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(toValue);
  return Object.fromEntries(node.entries.map((e) => [e.key, toValue(e.value)]));
}

/** UTF-16 offsets into the text of a template, `end` exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Where a file has a key or a text: its first and last offset. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** Every key and text of a value. One that YAML aliases repeat is in the list each time. */
export function placesOf(node: SpecNode): readonly Place[] {
  if (node.kind === "scalar") return [{ start: node.offsetOf(0), end: node.offsetOf(node.text.length) }];
  if (node.kind === "list") return node.items.flatMap(placesOf);
  return node.entries.flatMap(({ keySpan, value }) => [keySpan, ...placesOf(value)]);
}

/** How often a document has what stands at an offset. */
export const repeatsAt = (places: readonly Place[], offset: number): number =>
  places.filter(({ start, end }) => start <= offset && offset < end).length;
