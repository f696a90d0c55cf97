import { type Alias, isAlias, isMap, isScalar, isSeq, type Node, type Pair, type Scalar, type YAMLMap } from "yaml";
import { type Diagnostic, lineColumn, type SourceFile, type Span } from "../../contract/diagnostic.js";
import { diagnostic } from "../../contract/diagnostic-codes.js";
import type { MapEntry, ScalarNode, SpecNode } from "../../contract/spec-node.js";
import { Anchors, maxDepth, maxValues, spanOf } from "./anchors.js";
import { textOffsets } from "./text-offsets.js";

/** Converts the library's nodes to toolgen's, for one document. */
export class TreeBuilder {
  readonly problems: Diagnostic[] = [];
  /**
   * The starts of quoted texts and brackets, by their ends: an unclosed one is best reported where it was opened.
   */
  readonly openers = new Map<number, number>();
  /** True if a part could not be read, so that the tree differs from the document. */
  incomplete = false;
  #isOver = false;
  readonly #file: SourceFile;
  readonly #anchors = new Anchors();

  constructor(file: SourceFile) {
    this.#file = file;
  }

  /** How many values were read. */
  get values(): number {
    return this.#anchors.size;
  }

  node(node: Node | null, depth: number): SpecNode {
    if (isAlias(node)) return this.#alias(node, depth);
    const anchor = isMap(node) || isSeq(node) || isScalar(node) ? node.anchor : undefined;
    return anchor === undefined ? this.#value(node, depth) : this.#anchors.define(anchor, depth, () => this.#value(node, depth));
  }

  #value(node: Node | null, depth: number): SpecNode {
    this.#anchors.count(depth);
    const span = this.#span(node);
    if (this.values > maxValues) return this.#tooMany(span);
    if (depth > maxDepth && (isMap(node) || isSeq(node))) {
      this.#fail(diagnostic("yaml-too-deep", span, { limit: String(maxDepth) }));
      return nothing(span);
    }
    if (isScalar(node)) return this.#scalar(node, span);
    if (!isMap(node) && !isSeq(node)) return nothing(span);
    if (isUnquotedTemplate(this.#file, node)) return this.#template(node);
    // An implicit map, as in `[? ]`, has no bracket of its own.
    if (node.flow && span.start < span.end) this.openers.set(span.end, span.start);
    if (isMap(node)) return { kind: "map", entries: this.#entries(node, depth), span };
    return { kind: "list", items: node.items.map((item) => this.node(item as Node | null, depth + 1)), span };
  }

  #scalar(node: Scalar, span: Span): ScalarNode {
    const content = scalarContent(node, span);
    const { text, style } = content;
    if (text.length > maxTextChars)
      this.#fail(diagnostic("text-too-long", span, { size: String(text.length), limit: String(maxTextChars) }));
    if (style === "single" || style === "double") this.openers.set(span.end, span.start);
    return scalarNode(content, span);
  }

  #alias(node: Alias, depth: number): SpecNode {
    const span = this.#span(node);
    const found = this.#anchors.expand(node.source, depth);
    if (typeof found === "string") {
      const limit = String(found === "yaml-too-deep" ? maxDepth : maxValues);
      // YAML itself refuses a nameless alias.
      if (node.source === "") return nothing(span);
      // An alias bomb is one mistake, not one for each of its aliases.
      if (found !== "yaml-too-large" || !this.incomplete) this.#fail(diagnostic(found, span, { anchor: node.source, limit }));
      return nothing(span);
    }
    return found.kind === "scalar" ? scalarNode(found, span, found.span) : { ...found, span };
  }

  #entries(map: YAMLMap, depth: number): readonly MapEntry[] {
    const entries = new Map<string, MapEntry>();
    const merged: SpecNode[] = [];
    for (const pair of map.items as readonly Pair<Node | null, Node | null>[]) {
      if (this.values > maxValues) break;
      const { text: key, span: keySpan, kind: keyKind } = this.#key(pair.key, depth);
      const value = pair.value === null ? nothing({ ...keySpan, start: keySpan.end }) : this.node(pair.value, depth + 1);
      const earlier = entries.get(key);
      if (pair.value === null && map.flow === true && keyKind === "text") {
        // Left out, because any further report about it would follow from this one.
        this.problems.push(diagnostic("key-without-value", keySpan, { key }));
        continue;
      }
      if (key === "<<" && isScalar(pair.key) && pair.key.type === "PLAIN") {
        this.problems.push(diagnostic("merge-key", keySpan, {}));
        merged.push(value);
      } else if (earlier !== undefined && keyKind === "text") {
        const { line } = lineColumn(this.#file.text, earlier.keySpan.start);
        this.problems.push(diagnostic("duplicate-key", keySpan, { key, line: String(line) }));
      } else {
        entries.set(keyKind === "text" ? key : `complex key at ${keySpan.start}`, { key, keyKind, keySpan, value });
      }
    }
    return [...entries.values(), ...merged.flatMap((value) => mergedEntries(value, entries))];
  }

  #key(key: Node | null, depth: number): { readonly text: string; readonly span: Span; readonly kind: MapEntry["keyKind"] } {
    const node = isAlias(key) ? this.#alias(key, depth + 1) : undefined;
    if (node?.kind === "scalar") return { text: node.text, span: node.span, kind: "text" };
    const span = this.#span(key);
    if (isScalar(key) && (key.source !== "" || key.type !== "PLAIN")) {
      if (key.anchor !== undefined) this.node(key, depth + 1);
      return { text: key.source ?? "", span, kind: "text" };
    }
    if (isMap(key) && isUnquotedTemplate(this.#file, key)) return { text: this.#template(key).text, span, kind: "complex" };
    const kind = isMap(key) ? "a map" : isSeq(key) ? "a list" : node !== undefined ? `a ${node.kind}` : "nothing";
    this.problems.push(diagnostic("complex-key", span, { kind }));
    return { text: this.#file.text.slice(span.start, span.end), span, kind: "complex" };
  }

  /** Reports an unquoted template, and continues with the intended text, so that nothing else is reported about it. */
  #template(node: Node): ScalarNode {
    const span = unquotedTemplateSpan(this.#file, node);
    const text = this.#file.text.slice(span.start, span.end);
    this.problems.push(diagnostic("unquoted-template", span, { text }));
    return scalarNode({ value: text, text, style: "plain" }, span);
  }

  #span(node: Node | null): Span {
    return spanOf(this.#file, node?.range ?? [0, 0]);
  }

  #tooMany(span: Span): SpecNode {
    if (!this.#isOver) this.#fail(diagnostic("too-many-values", span, { what: "document", limit: String(maxValues) }));
    this.#isOver = true;
    return nothing(span);
  }

  #fail(problem: Diagnostic): void {
    // First, because of many problems not all are shown.
    this.problems.unshift(problem);
    this.incomplete = true;
  }
}

/**
 * The longest text of a spec that a person or a model reads. Some checks of texts take time that grows faster than the
 * text.
 */
const maxTextChars = 65_536;

const nothing = (span: Span) => scalarNode({ value: null, text: "", style: "plain" }, span);

/**
 * Returns the entries that a merge key would have added. It is an error, but without these keys a dozen others would be
 * reported as missing.
 */
function mergedEntries(value: SpecNode, own: ReadonlyMap<string, MapEntry>): readonly MapEntry[] {
  if (value.kind === "list") return value.items.flatMap((item) => (item.kind === "map" ? mergedEntries(item, own) : []));
  return value.kind === "map" ? value.entries.filter((entry) => !own.has(entry.key)) : [];
}

/** The value, text and style of a scalar, with the comment behind an unquoted one. */
function scalarContent(node: Scalar, span: Span): Pick<ScalarNode, "value" | "text" | "style" | "comment"> {
  const style = styles[node.type ?? "PLAIN"] ?? "plain";
  const text = node.source ?? "";
  const content = { value: jsonScalar(node.value, text), text, style };
  return style === "plain" && node.comment ? { ...content, comment: commentBehind(span) } : content;
}

const styles: Readonly<Record<string, ScalarNode["style"]>> = {
  PLAIN: "plain",
  QUOTE_SINGLE: "single",
  QUOTE_DOUBLE: "double",
  BLOCK_LITERAL: "literal",
  BLOCK_FOLDED: "folded",
};

/** JSON has no infinities and no NaN, which YAML writes `.inf` and `.nan`: they stay text. */
function jsonScalar(value: unknown, text: string): ScalarNode["value"] {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  return typeof value === "number" && Number.isFinite(value) ? value : text;
}

/** The position of a comment on the last line of an unquoted text. */
function commentBehind({ file, end }: Span): Span | undefined {
  const found = /^[ \t]+(#[^\r\n]*)/.exec(file.text.slice(end, end + 1000));
  return found?.[1] === undefined ? undefined : { file, start: end + found[0].length - found[1].length, end: end + found[0].length };
}

/**
 * A scalar with its position. The positions of its characters are computed on first use, because most are never needed.
 */
function scalarNode(
  content: Pick<ScalarNode, "value" | "text" | "style" | "comment">,
  span: Span,
  written: { readonly start: number; readonly end: number } = span,
): ScalarNode {
  let offsets: ((index: number) => number) | undefined;
  return {
    kind: "scalar",
    ...content,
    span,
    offsetOf(index) {
      offsets ??= textOffsets({ text: span.file.text, start: written.start, end: written.end, style: content.style }, content.text);
      return offsets(index);
    },
  };
}

/** Returns true if YAML reads a template as a map in a map, because it isn't quoted. */
const isUnquotedTemplate = ({ text }: SourceFile, node: Node): boolean =>
  text.startsWith("{{", node.range?.[0] ?? 0) && isMap(node) && node.flow === true;

/** The template that was meant: to its braces, or else to the end of the line. */
function unquotedTemplateSpan(file: SourceFile, node: Node): Span {
  const start = node.range?.[0] ?? 0;
  const line = /[^\r\n]*/.exec(file.text.slice(start, start + 1000))?.[0] ?? "";
  const text = /^\{\{.*?\}\}/.exec(line)?.[0] ?? line.trimEnd();
  return { file, start, end: start + text.length };
}
