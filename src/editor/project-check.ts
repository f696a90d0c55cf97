import { checkSources, type SourceContext, type SourceResult } from "../compiler/check.js";
import { compile } from "../compiler/compile.js";
import { applyFragments, type Fragments } from "../compiler/fragments.js";
import type { Model } from "../compiler/model.js";
import { parse } from "../compiler/source.js";
import type { Diagnostic, SourceFile } from "../contract/diagnostic.js";
import type { Assets, Host } from "../contract/host.js";
import { isJsonObject, type JsonObject } from "../contract/json-value.js";
import { parameterNames, typeNames, variantsAt } from "../contract/schema-variants.js";
import {
  type MapEntry,
  type MapNode,
  type NodePath,
  nodeAt,
  type ScalarNode,
  type SpecDocument,
  type SpecNode,
  toValue,
} from "../contract/spec-node.js";

/** The last complete check of a project: what an editor shows, and what its requests are answered from. */
export interface ProjectCheck {
  readonly diagnostics: readonly Diagnostic[];
  readonly context: SourceContext;
  /** The spec files of the project, without the library's. */
  readonly sources: readonly SourceFile[];
  readonly model: Model;
}

/** Thrown by a check that newer text has made useless. */
export class SupersededError extends Error {
  override readonly name = "SupersededError";
}

/** How many files are checked before others get their turn. */
const filesAtOnce = 10;

/**
 * Returns a function that checks a project again and again. Nothing of the project runs: handlers are neither bundled
 * nor loaded. A file whose text, settings and fragments are those of the last check isn't checked again. `isStale` is
 * asked between files, and ends a check with a `SupersededError`.
 */
export function projectChecker(assets: Assets): (host: Host, isStale: () => boolean) => Promise<ProjectCheck | undefined> {
  let remembered = new Map<string, { readonly text: string; readonly result: SourceResult }>();
  let rememberedContext = "";

  return async (host, isStale) => {
    let seen: Pick<ProjectCheck, "context" | "sources"> | undefined;
    const check = async (sources: readonly SourceFile[], context: SourceContext): Promise<readonly SourceResult[]> => {
      const key = contextKey(context);
      const before = key === rememberedContext ? remembered : new Map();
      const now: typeof remembered = new Map();
      const changed = sources.filter(({ path, text }) => before.get(path)?.text !== text);
      for (let at = 0; at < changed.length; at += filesAtOnce) {
        // Messages of the client are read here, and may bring newer text.
        await new Promise((resolve) => setImmediate(resolve));
        if (isStale()) throw new SupersededError();
        const group = changed.slice(at, at + filesAtOnce);
        const results = await checkSources(group, context);
        for (const [i, { path, text }] of group.entries()) {
          const result = results[i];
          if (result !== undefined) now.set(path, { text, result });
        }
      }
      for (const { path } of sources) {
        const known = now.get(path) ?? before.get(path);
        if (known !== undefined) now.set(path, known);
      }
      remembered = now;
      rememberedContext = key;
      seen = { context, sources: sources.filter(({ path }) => !path.startsWith("std/")) };
      return sources.map(({ path }) => now.get(path)?.result ?? nothing);
    };
    const [{ model }, diagnostics] = await compile(host, assets, { targets: [], handlers: "leave", check });
    if (isStale()) throw new SupersededError();
    // A project for another compiler is reported before its specs are checked.
    const context = seen?.context ?? { project: model.project, fragments: new Map() };
    return { diagnostics, context, sources: seen?.sources ?? [], model };
  };
}

const nothing: SourceResult = { tools: [], prompts: [], resources: [], claims: [], diagnostics: [] };

function contextKey({ project, fragments }: SourceContext): string {
  const texts = [...new Map([...fragments.values()].map(({ file }) => [file.path, file.text]))];
  return JSON.stringify([project, [...fragments.keys()], texts]);
}

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
interface DocumentPosition {
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

/** A top-level parameter, in the words of its schema. */
export interface SpecParameter {
  readonly name: string;
  readonly type: string;
  readonly description: string | undefined;
  readonly isRequired: boolean;
  readonly aliases: readonly string[];
}

/** The document with its fragments merged in, for what an author sees of it. */
export const wholeDocument = (document: SpecDocument, fragments: Fragments): SpecDocument => applyFragments(document, fragments)[0];

/** The parameters of a document, those of its fragments included. */
export function documentParameters(document: SpecDocument, fragments: Fragments): readonly SpecParameter[] {
  const { root } = wholeDocument(document, fragments);
  const schema = valueAt(root, "schema");
  const aliases = valueAt(root, "aliases");
  const required = Array.isArray(schema.required) ? schema.required : [];
  return parameterNames(schema).map((name) => {
    const variants = variantsAt(schema, [name]);
    const values = variants.flatMap((variant) => (Array.isArray(variant.enum) ? variant.enum.map((value) => JSON.stringify(value)) : []));
    const description = variants.map((variant) => variant.description).find((text) => typeof text === "string");
    const others = aliases[name];
    return {
      name,
      type: values.length > 0 ? values.join(" | ") : typeNames(variants),
      description: typeof description === "string" ? description : undefined,
      isRequired: required.includes(name),
      aliases: Array.isArray(others) ? others.filter((one) => typeof one === "string") : [],
    };
  });
}

function valueAt(root: SpecDocument["root"], key: string): JsonObject {
  const node = nodeAt(root, [key]);
  const value = node === undefined ? {} : toValue(node);
  return isJsonObject(value) ? value : {};
}

/** The keys of a document below which texts are templates, and the key inside of each below which they aren't. */
const templateKeys: ReadonlyMap<string, string | undefined> = new Map([
  ...["command", "shell", "platforms", "cwd", "stdin", "env", "tempFiles", "http", "mcp"].map((key) => [key, undefined] as const),
  ...["summary", "text", "messages", "file", "complete"].map((key) => [key, undefined] as const),
  ["output", "schema"],
  ["risk", "when"],
]);

/** The texts of a document that are templates and have placeholders. */
export function templateScalars(root: MapNode): readonly ScalarNode[] {
  return root.entries.flatMap(({ key, value }) => (templateKeys.has(key) ? scalarsIn(value, templateKeys.get(key)) : []));
}

/** True for the keys of a document whose texts are templates. */
export const hasTemplates = (key: string): boolean => templateKeys.has(key);

function scalarsIn(node: SpecNode, except: string | undefined): readonly ScalarNode[] {
  if (node.kind === "scalar") return node.text.includes("{{") ? [node] : [];
  if (node.kind === "list") return node.items.flatMap((item) => scalarsIn(item, except));
  return node.entries.filter(({ key }) => key !== except).flatMap(({ value }) => scalarsIn(value, except));
}
