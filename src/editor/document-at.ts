import type { SourceFile } from "../diagnostics/diagnostic.js";
import { parse } from "../source/parse.js";
import type { MapEntry, NodePath, ScalarNode, SpecDocument, SpecNode } from "../source/spec-node.js";

/** The document of a file in which an offset is, found also while the line at the offset is broken. */
export function documentAt(file: SourceFile, offset: number): SpecDocument | undefined {
  return among(documentsOf(file), offset) ?? among(parse({ ...file, text: withoutLine(file.text, offset) })[0], offset);
}

let last: { readonly file: SourceFile; readonly documents: readonly SpecDocument[] } | undefined;

/** An editor asks several times about the same text, so the documents of the last one are kept. */
function documentsOf(file: SourceFile): readonly SpecDocument[] {
  if (last?.file.path === file.path && last.file.text === file.text) return last.documents;
  last = { file, documents: parse(file)[0] };
  return last.documents;
}

/** The last document that begins before the offset. Two documents of a file can't be told apart by their ends. */
function among(documents: readonly SpecDocument[], offset: number): SpecDocument | undefined {
  const index = documents.findLastIndex(({ root }) => root.span.start <= offset);
  const found = documents[Math.max(index, 0)];
  // A separator after the document belongs to one that can't be read.
  return found === undefined || /^---/m.test(found.file.text.slice(found.root.span.end, offset)) ? undefined : found;
}

/** The text with spaces in place of the line at an offset, so that all other offsets stay. */
function withoutLine(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const newline = text.indexOf("\n", offset);
  const end = newline === -1 ? text.length : newline;
  return text.slice(0, start) + " ".repeat(end - start) + text.slice(end);
}

/** Where an offset is in a document. */
export interface DocumentPosition {
  readonly path: NodePath;
  /** The entry whose key the offset is in. */
  readonly key: MapEntry | undefined;
  /** The text that the offset is in. */
  readonly scalar: ScalarNode | undefined;
}

/** The innermost key or text at an offset; `end` counts as inside. */
export function positionAt(node: SpecNode, offset: number, path: NodePath = []): DocumentPosition | undefined {
  const holds = ({ start, end }: SpecNode["span"]) => start <= offset && offset <= end;
  if (node.kind === "scalar") return holds(node.span) ? { path, key: undefined, scalar: node } : undefined;
  if (node.kind === "list") {
    for (const [i, item] of node.items.entries()) {
      const inside = positionAt(item, offset, [...path, i]);
      if (inside !== undefined) return inside;
    }
    return undefined;
  }
  for (const entry of node.entries) {
    if (holds(entry.keySpan)) return { path: [...path, entry.key], key: entry, scalar: undefined };
    const inside = positionAt(entry.value, offset, [...path, entry.key]);
    if (inside !== undefined) return inside;
  }
  return undefined;
}
