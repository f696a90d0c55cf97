import type { SourceFile, Span } from "../diagnostics/diagnostic.js";
import { isJsonObject, type JsonValue } from "../runtime/json/json-value.js";
import type { MapEntry, ScalarNode, SpecNode } from "./spec-node.js";
import { maxDepth, maxValues } from "./yaml/anchors.js";
import { scalarNode } from "./yaml/scalar-node.js";
import { maxTextChars } from "./yaml/tree-builder.js";

/**
 * Parses a map that is written exactly as `JSON.stringify` writes it, as imports do to check their specs: without
 * YAML's parser, to the same nodes. Returns `undefined` for any other text, and for everything about which YAML has
 * something to report.
 */
export function parseCompactJson(file: SourceFile): SpecNode | undefined {
  const { text } = file;
  if (!text.startsWith("{") || unpairedEscape.test(text)) return undefined;
  const value = compactValue(text);
  if (value === undefined) return undefined;
  const builder = new NodeBuilder(file);
  const root = builder.node(value, 1);
  return builder.isOver ? undefined : root;
}

/** Half of a character, which YAML can't have. */
const unpairedEscape = /\\ud[89a-f]/;

/** YAML's limit for a key without `?`. */
const maxKeyChars = 1000;

function compactValue(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
    // A key that stands twice, white space or another form of a number are lost in this.
    return JSON.stringify(value) === text ? value : undefined;
  } catch {
    // Not JSON, or too deep.
    return undefined;
  }
}

/** Walks a value, and counts the characters that each of its parts takes in the text. */
class NodeBuilder {
  /** True if the value is beyond a limit. */
  isOver = false;
  #at = 0;
  #values = 0;
  readonly #file: SourceFile;

  constructor(file: SourceFile) {
    this.#file = file;
  }

  node(value: JsonValue, depth: number): SpecNode {
    this.#values++;
    if (this.#values > maxValues) this.isOver = true;
    if (typeof value !== "object" || value === null) return this.#scalar(value);
    if (depth > maxDepth) this.isOver = true;
    // Nothing more of the value is needed.
    if (this.isOver) return this.#scalar(null);
    const start = this.#at;
    this.#at++;
    const parts = isJsonObject(value)
      ? { kind: "map" as const, entries: this.#entries(value, depth) }
      : { kind: "list" as const, items: this.#items(value, depth) };
    // Behind each part, a comma or the closing bracket was counted.
    if (this.#at === start + 1) this.#at++;
    return { ...parts, span: this.#span(start) };
  }

  #items(values: readonly JsonValue[], depth: number): readonly SpecNode[] {
    return values.map((value) => {
      const item = this.node(value, depth + 1);
      this.#at++;
      return item;
    });
  }

  #entries(values: Readonly<Record<string, JsonValue>>, depth: number): readonly MapEntry[] {
    return Object.entries(values).map(([key, value]) => {
      const keySpan = this.#skip(JSON.stringify(key).length);
      if (key.length > maxKeyChars) this.isOver = true;
      this.#at++;
      const entry: MapEntry = { key, keyKind: "text", keySpan, value: this.node(value, depth + 1) };
      this.#at++;
      return entry;
    });
  }

  #scalar(value: string | number | boolean | null): ScalarNode {
    const written = JSON.stringify(value);
    if (typeof value !== "string") return scalarNode({ value, text: written, style: "plain" }, this.#skip(written.length));
    if (value.length > maxTextChars) this.isOver = true;
    return scalarNode({ value, text: value, style: "double" }, this.#skip(written.length));
  }

  #skip(chars: number): Span {
    const start = this.#at;
    this.#at += chars;
    return this.#span(start);
  }

  #span(start: number): Span {
    return { file: this.#file, start, end: this.#at };
  }
}
