import { deflateRawSync, inflateRawSync } from "node:zlib";
import { type Diagnostic, isError, type KnownText, type SourceFile } from "../contract/diagnostic.js";
import { diagnostic } from "../contract/diagnostic-codes.js";
import type { Host } from "../contract/host.js";
import { cacheFolder } from "./build-stamp.js";
import type { CheckSources, SourceContext, SourceResult } from "./check.js";
import { openKnownTexts } from "./source/known-texts.js";
import { contentHash, openTextStore, type SaveOptions } from "./text-caches.js";
import type { ToolModel } from "./tool-model.js";

/**
 * Results of spec files by their inputs: the compiler, the project's settings, the fragments, and the file's own path
 * and text.
 */
interface CheckCache {
  /** Checks with `check` what isn't cached, and caches it. */
  readonly check: CheckSources;
  /**
   * Returns a hash of everything that a tool of the results depends on. Everything that is made from this tool alone
   * depends on the same.
   */
  keyOf(tool: ToolModel): string | undefined;
  /** Saves the entries that were used, if any of them is new. */
  save(options: SaveOptions): Promise<void>;
  /** Returns what is known of the text of a spec with this mark, so that it needn't be read. */
  known(path: string, mark: string): KnownText | undefined;
  /** Saves for the next build what is known of the specs that were checked, by their marks when they were read. */
  saveKnown(marks: ReadonlyMap<string, string>): Promise<void>;
}

/**
 * Opens the cache in the project's cache folder. `build` identifies the compiler. Unreadable entries count as missing.
 */
export async function openCheckCache(
  host: Host,
  { build, check }: { readonly build: string; readonly check: CheckSources },
): Promise<CheckCache> {
  const texts = await openTextStore(host, { name: "checked", build });
  const sourceTexts = await openKnownTexts(host, build);
  // The key isn't part of what a spec says, so the model has no field for it.
  const keys = new WeakMap<ToolModel, string>();
  return {
    keyOf: (tool) => keys.get(tool),
    check: async (sources, context) => {
      const keyOfSource = keyFor(context);
      const find = finder(sources, context);
      const lookUp = (source: SourceFile, hash: string) => {
        const key = keyOfSource(source.path, hash);
        return { source, hash, key, stored: texts.get(key) };
      };
      const remembered = sources.map((source) => {
        const noted = source.known && lookUp(source, source.known.hash);
        // It is read now, and another program may have written it since its mark was seen.
        return noted?.stored === undefined ? lookUp(source, contentHash(source.text)) : noted;
      });
      for (const { source, hash } of remembered) sourceTexts.note(source, hash);
      const unknown = remembered.filter(({ source, stored }) => stored === undefined && source.isGone !== true);
      const fresh = await check(
        unknown.map(({ source }) => source),
        context,
      );
      const results = new Map(unknown.map(({ key }, i) => [key, fresh[i]]));
      for (const [key, result] of results) {
        if (result !== undefined && !result.diagnostics.some(isError)) texts.set(key, serializeResult(result, packText));
      }
      return remembered.map(({ key, stored }): SourceResult => {
        const result = stored === undefined ? results.get(key) : deserializeResult(stored, find, unpackText);
        for (const tool of result?.tools ?? []) keys.set(tool, key);
        return result ?? { tools: [], prompts: [], resources: [], claims: [], diagnostics: [] };
      });
    },
    save: texts.save,
    known: sourceTexts.find,
    saveKnown: sourceTexts.save,
  };
}

/** Returns the key of a file's result, by its path and the hash of its text. */
function keyFor({ project, fragments }: SourceContext): (path: string, hash: string) => string {
  const documents = [...fragments].map(([name, { file, index }]) => [name, file.path, index]);
  // The text of each file once: thousands of fragments may share one.
  const texts = [...new Map([...fragments.values()].map(({ file }) => [file.path, file.text]))];
  const common = contentHash(JSON.stringify([project, documents, texts]));
  return (path, hash) => contentHash(`${common}\0${path}\0${hash}`);
}

/** Finds the files that stored positions of these sources may refer to. */
export function finder(sources: readonly SourceFile[], { fragments }: SourceContext) {
  const files = new Map([...[...fragments.values()].map((document) => document.file), ...sources].map((one) => [one.path, one]));
  return (path: string): SourceFile => files.get(path) ?? { path, text: "" };
}

/** Finds the file of a stored position: the spec itself, or the file of a fragment. */
type FindFile = (path: string) => SourceFile;

/** Stands for a whole file in a position. No key that a person writes begins with a NUL. */
const fileMark = "\0file";

/**
 * The keys that a build needs of every tool, also of unchanged ones. The rest of a tool is larger, and is parsed on
 * demand.
 */
const inHead: ReadonlySet<string> = new Set<keyof ToolModel>([
  "name",
  "displayName",
  "nameAliases",
  "toolsets",
  "kind",
  "risk",
  "annotations",
  "handler",
  "scripts",
  "host",
  "serverTool",
  "source",
  "values",
  "otherChoices",
]);

/** Separates JSON and packed texts, which contain no tab. */
const separator = "\t";

interface Head extends Omit<SourceResult, "tools"> {
  /** The head of each tool, and the names of the keys in its body. */
  readonly tools: readonly { readonly head: Partial<ToolModel>; readonly body: readonly string[] }[];
}

/**
 * A result as text of one line, to be saved and sent to other threads: JSON of the parts that are needed at once, then
 * that of each tool's rest, as `pack` returns it. Positions (`Span`s) name their file instead of containing it.
 */
export function serializeResult(result: SourceResult, pack: (body: string) => string = asIs): string {
  const [printedHead, ...bodies] = printedTexts.get(result)?.split(separator) ?? [];
  printedTexts.delete(result);
  if (printedHead !== undefined) return [printedHead, ...bodies.map(pack)].join(separator);
  const { tools, ...rest } = result;
  const parts = tools.map((tool) => {
    const entries = Object.entries(tool).filter(([, value]) => value !== undefined);
    const [head, body] = [entries.filter(([key]) => inHead.has(key)), entries.filter(([key]) => !inHead.has(key))];
    return { head: { head: Object.fromEntries(head), body: body.map(([key]) => key) }, body: Object.fromEntries(body) };
  });
  return [print({ ...rest, tools: parts.map(({ head }) => head) }), ...parts.map(({ body }) => pack(print(body)))].join(separator);
}

/** The texts of results that another thread has printed and nothing has packed. */
const printedTexts = new WeakMap<SourceResult, string>();

/** Restores a serialized result. `undefined`, which JSON can't express, stays absent. `unpack` undoes `pack`. */
export function deserializeResult(stored: string, find: FindFile, unpack?: (packed: string) => string): SourceResult {
  const [first = "", ...bodies] = stored.split(separator);
  const { tools, ...rest } = parse(first, find) as Head;
  const result = {
    ...rest,
    tools: tools.map(({ head, body }, i) => {
      const read = () => parse((unpack ?? asIs)(bodies[i] ?? ""), find) as Partial<ToolModel>;
      return lazyValue(head, body, read) as ToolModel;
    }),
  };
  if (unpack === undefined) printedTexts.set(result, stored);
  return result;
}

const asIs = (text: string) => text;

const print = (value: object) =>
  JSON.stringify(value, (key, member: unknown) => (key === "file" && isSourceFile(member) ? { [fileMark]: member.path } : member));

function parse(text: string, find: FindFile): unknown {
  const value: unknown = JSON.parse(text);
  putFiles(value, find);
  return value;
}

/**
 * Replaces marks with their files, throughout a parsed value: a reviver of `JSON.parse` would take three times as long.
 */
function putFiles(value: unknown, find: FindFile): void {
  if (typeof value !== "object" || value === null) return;
  const members = value as Record<string, unknown>;
  for (const key of Object.keys(members)) {
    const member = members[key];
    const path = key === "file" && typeof member === "object" && member !== null && fileMark in member ? member[fileMark] : undefined;
    if (typeof path === "string") members[key] = find(path);
    else putFiles(member, find);
  }
}

function isSourceFile(value: unknown): value is SourceFile {
  return typeof value === "object" && value !== null && "path" in value && "text" in value;
}

/**
 * Adds the members in `names` to `target`, and returns it. All of them are read on the first access to one of them. It
 * can be copied, printed, compared and sent to another thread like any other object.
 */
export function lazyValue<T extends object>(target: T, names: readonly string[], read: () => Readonly<Record<string, unknown>>): T {
  let members: Readonly<Record<string, unknown>> | undefined;
  // What it reads from can be let go of afterwards.
  let pending: typeof read | undefined = read;
  const get = (name: string) => {
    members ??= pending?.();
    pending = undefined;
    return members?.[name];
  };
  for (const name of names) Object.defineProperty(target, name, { enumerable: true, configurable: true, get: () => get(name) });
  return target;
}

/** A text as less text, without tabs and line ends. Level 1: higher ones take twice as long for a tenth less. */
export const packText = (text: string): string => deflateRawSync(text, { level: 1 }).toString("base64");

/** Restores a text that was packed. */
export const unpackText = (packed: string): string => inflateRawSync(Buffer.from(packed, "base64")).toString();

/** Reports a cache folder that is a symbolic link, as one that comes with a pull request can be. */
export async function checkCacheFolder(host: Host): Promise<readonly Diagnostic[]> {
  const link = await host.linkOn(cacheFolder);
  return link === undefined ? [] : [diagnostic("outside-output", { path: link }, { path: link })];
}
