import type { SourceResult } from "../check/check-source.js";
import type { SourceFile } from "../diagnostics/diagnostic.js";
import type { ToolModel } from "../model/tool.js";
import { lazyValue } from "./lazy-value.js";

/** Finds the file of a stored position: the spec itself, or the file of a fragment. */
export type FindFile = (path: string) => SourceFile;

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
