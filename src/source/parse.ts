import {
  type Alias,
  Composer,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  type Pair,
  Parser,
  type Scalar,
  Schema,
  type YAMLMap,
} from "yaml";
import { diagnostic } from "../diagnostics/codes.js";
import { type Diagnostic, lineColumn, type Result, type SourceFile, type Span } from "../diagnostics/diagnostic.js";
import { Anchors, MAX_DEPTH, MAX_VALUES, MAX_VALUES_OF_FILE } from "./anchors.js";
import { mergeConflicts } from "./merge-conflicts.js";
import { scalarNode } from "./scalar-node.js";
import type { MapEntry, ScalarNode, SpecDocument, SpecNode } from "./spec-node.js";
import { yamlSyntaxProblem } from "./yaml-syntax-problem.js";

/**
 * Parses a file's YAML or JSON documents. A document that can't be parsed completely is left out of the value.
 * `emptyHelp` says what to write in an empty file.
 */
export function parse(file: SourceFile, emptyHelp?: string): Result<readonly SpecDocument[]> {
  const documents: SpecDocument[] = [];
  const log: Diagnostic[] = [];
  const conflicts = mergeConflicts(file);
  // Both sides are in the file, so all other mistakes follow from that.
  if (conflicts.length > 0) return [[], conflicts];
  let index = 0;
  let size = 0;
  for (const document of composeDocuments(file, log)) {
    if (isEmpty(document)) continue;
    const { root, problems, values } = readDocument(file, document);
    log.push(...problems);
    size += values;
    if (size > MAX_VALUES_OF_FILE) {
      log.push(diagnostic("too-many-values", spanOf(file, document.range), { what: "file", limit: String(MAX_VALUES_OF_FILE) }));
      break;
    }
    if (root !== undefined) documents.push({ file, index, root });
    index++;
  }
  if (index === 0 && log.length === 0) log.push(diagnostic("empty-file", { file, start: 0, end: 0 }, {}, { help: emptyHelp }));
  return [documents, log];
}

// One schema for all documents: making it costs more than composing a small document.
const schema = new Schema({ schema: "core", merge: false, resolveKnownTags: false });
const composerOptions = { version: "1.2", schema, uniqueKeys: false, prettyErrors: false, logLevel: "silent" } as const;

function* composeDocuments(file: SourceFile, log: Diagnostic[]): Generator<Document.Parsed> {
  const parser = new Parser();
  const composer = new Composer(composerOptions);
  let any = false;
  for (const lexeme of new Lexer().lex(file.text)) {
    for (const token of parser.next(lexeme)) {
      for (const document of composer.next(token)) {
        any = true;
        yield document;
      }
    }
    // The parser keeps its own stack, the composer recurses: so this must come before the document is composed. It is
    // not exact, because the stack also contains the document and a scalar; the builder counts precisely.
    if (parser.stack.length > MAX_DEPTH + 2) {
      log.push(diagnostic("yaml-too-deep", { file, start: parser.offset, end: parser.offset }, { limit: String(MAX_DEPTH) }));
      return;
    }
  }
  for (const token of parser.end()) yield* composer.next(token);
  yield* composer.end(!any, file.text.length);
}

/** Only white space and comments, as between two `---`. A document that says `null` or `~` isn't empty. */
function isEmpty({ contents, errors }: Document.Parsed): boolean {
  if (errors.length > 0) return false;
  return (
    contents === null || (isScalar(contents) && contents.source === "" && contents.value === null && !contents.tag && !contents.anchor)
  );
}

interface ReadDocument {
  readonly root: SpecNode | undefined;
  readonly problems: readonly Diagnostic[];
  /** How many values it has. */
  readonly values: number;
}

/** A document that is wrong all over has one mistake, repeated. */
const maxProblems = 100;

function readDocument(file: SourceFile, document: Document.Parsed): ReadDocument {
  const builder = new TreeBuilder(file);
  const root = builder.node(document.contents, 1);
  const { values } = builder;
  const tags = [document.errors, document.warnings]
    .flat()
    .filter((e) => e.code === "TAG_RESOLVE_FAILED")
    .slice(0, maxProblems)
    .map((e) => diagnostic("unsupported-tag", spanOf(file, e.pos), { tag: file.text.slice(...e.pos) }));
  const first = document.errors.filter((e) => e.code !== "TAG_RESOLVE_FAILED").sort((a, b) => a.pos[0] - b.pos[0])[0];
  const problems = [...builder.problems.slice(0, maxProblems), ...tags];
  if (first === undefined) return { root: builder.incomplete ? undefined : root, problems, values };

  // After the first syntax error the tree is a guess, and so are further reports about it.
  const offset = first.pos[0];
  const trusted = problems.filter((p) => (p.span?.start ?? 0) <= offset);
  if (trusted.some((p) => p.code === "unquoted-template")) return { root: undefined, problems: trusted, values };
  const { problem, help, at } = yamlSyntaxProblem({ code: first.code, message: first.message, offset }, file.text);
  const opener = at === "opener" ? builder.openers.get(offset) : undefined;
  const span = opener === undefined ? spanOf(file, first.pos) : { file, start: opener, end: opener + 1 };
  return { root: undefined, problems: [...trusted, diagnostic("yaml-syntax", span, { problem }, { help })], values };
}

function spanOf(file: SourceFile, [start, end]: readonly number[] = []): Span {
  const from = Math.min(start ?? 0, file.text.length);
  return { file, start: from, end: Math.min(Math.max(end ?? from, from), file.text.length) };
}

/** Converts the library's nodes to toolgen's, for one document. */
class TreeBuilder {
  readonly problems: Diagnostic[] = [];
  /**
   * The beginnings of quoted texts and brackets, by their ends: an unclosed one is best reported where it was opened.
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
    if (this.values > MAX_VALUES) return this.#tooMany(span);
    if (depth > MAX_DEPTH && (isMap(node) || isSeq(node))) {
      this.#fail(diagnostic("yaml-too-deep", span, { limit: String(MAX_DEPTH) }));
      return nothing(span);
    }
    if (isScalar(node)) return this.#scalar(node, span);
    if (!isMap(node) && !isSeq(node)) return nothing(span);
    if (this.#isTemplate(node)) return this.#template(node);
    // An implicit map, as in `[? ]`, has no bracket of its own.
    if (node.flow && span.start < span.end) this.openers.set(span.end, span.start);
    if (isMap(node)) return { kind: "map", entries: this.#entries(node, depth), span };
    return { kind: "list", items: node.items.map((item) => this.node(item as Node | null, depth + 1)), span };
  }

  #scalar(node: Scalar, span: Span): ScalarNode {
    const style = styles[node.type ?? "PLAIN"] ?? "plain";
    const text = node.source ?? "";
    if (text.length > MAX_TEXT) this.#fail(diagnostic("text-too-long", span, { size: String(text.length), limit: String(MAX_TEXT) }));
    if (style === "single" || style === "double") this.openers.set(span.end, span.start);
    const content = { value: jsonScalar(node.value, text), text, style };
    return scalarNode(style === "plain" && node.comment ? { ...content, comment: this.#commentBehind(span) } : content, span);
  }

  #alias(node: Alias, depth: number): SpecNode {
    const span = this.#span(node);
    const found = this.#anchors.expand(node.source, depth);
    if (typeof found === "string") {
      const limit = String(found === "yaml-too-deep" ? MAX_DEPTH : MAX_VALUES);
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
      if (this.values > MAX_VALUES) break;
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
    if (isMap(key) && this.#isTemplate(key)) return { text: this.#template(key).text, span, kind: "complex" };
    const kind = isMap(key) ? "a map" : isSeq(key) ? "a list" : node !== undefined ? `a ${node.kind}` : "nothing";
    this.problems.push(diagnostic("complex-key", span, { kind }));
    return { text: this.#file.text.slice(span.start, span.end), span, kind: "complex" };
  }

  #isTemplate(node: Node): boolean {
    return this.#file.text.startsWith("{{", node.range?.[0] ?? 0) && isMap(node) && node.flow === true;
  }

  /** Reports an unquoted template, and continues with the intended text, so that nothing else is reported about it. */
  #template(node: Node): ScalarNode {
    const start = node.range?.[0] ?? 0;
    const line = /[^\r\n]*/.exec(this.#file.text.slice(start, start + 1000))?.[0] ?? "";
    const text = /^\{\{.*?\}\}/.exec(line)?.[0] ?? line.trimEnd();
    const span = { file: this.#file, start, end: start + text.length };
    this.problems.push(diagnostic("unquoted-template", span, { text }));
    return scalarNode({ value: text, text, style: "plain" }, span);
  }

  #span(node: Node | null): Span {
    return spanOf(this.#file, node?.range ?? [0, 0]);
  }

  /** The position of a comment on the last line of an unquoted text. */
  #commentBehind({ file, end }: Span): Span | undefined {
    const found = /^[ \t]+(#[^\r\n]*)/.exec(file.text.slice(end, end + 1000));
    return found?.[1] === undefined ? undefined : { file, start: end + found[0].length - found[1].length, end: end + found[0].length };
  }

  #tooMany(span: Span): SpecNode {
    if (!this.#isOver) this.#fail(diagnostic("too-many-values", span, { what: "document", limit: String(MAX_VALUES) }));
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
const MAX_TEXT = 65_536;

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

const nothing = (span: Span) => scalarNode({ value: null, text: "", style: "plain" }, span);

/**
 * Returns the entries that a merge key would have added. It is an error, but without these keys a dozen others would be
 * reported as missing.
 */
function mergedEntries(value: SpecNode, own: ReadonlyMap<string, MapEntry>): readonly MapEntry[] {
  if (value.kind === "list") return value.items.flatMap((item) => (item.kind === "map" ? mergedEntries(item, own) : []));
  return value.kind === "map" ? value.entries.filter((entry) => !own.has(entry.key)) : [];
}
