import { type Document, isMap, LineCounter, parseDocument } from "yaml";
import { deepEqual, isJsonObject, type JsonObject, type JsonValue } from "../contract/json-value.js";
import { type DeclaredTool, hashOf } from "../contract/surface-change.js";
import { failed, found, type ImportedTool, type ImportOutcome, readYamlText } from "./imported-tool.js";
import { type EditPath, mergeValues } from "./text/merge-values.js";
import { printOptions, styleValue } from "./text/yaml-style.js";

/** The file of a tool, and the action of an import on it. */
export interface PlannedSpec {
  readonly origin: string;
  readonly name: string;
  /** The path relative to the folder of the import. */
  readonly file: string;
  /**
   * `keep`: nothing has changed. `deleted`: the user removed the file, and it stays away. `remove`: the source has no
   * such entry any more. `gone`: the same, but the user edited the file, so it stays.
   */
  readonly action: "create" | "update" | "keep" | "deleted" | "remove" | "gone" | "blocked";
  /** The whole text of a file that is written. */
  readonly text: string | undefined;
  readonly conflicts: readonly SpecConflict[];
  /** Why a file can't be written; only if it is blocked. */
  readonly problem: string | undefined;
}

export interface ImportPlan {
  readonly specs: readonly PlannedSpec[];
  readonly tools: ImportRecord["tools"];
}

interface ImportPlanning {
  /** The tools to write, each with its printed spec and the file that it gets. */
  readonly tools: readonly (ImportedTool & { readonly file: string; readonly text: string })[];
  readonly record: ImportRecord | undefined;
  /** Returns true if the source still has this entry, chosen or not. */
  hasEntry(origin: string): boolean;
  /** Origins that the user names, so that their specs are written again after they were deleted. */
  readonly restored: ReadonlySet<string>;
  /** The text of an existing file; `undefined` if there is none. */
  read(file: string): string | undefined;
}

/** Plans the files of an import: new ones, merged ones, and those whose entries the source doesn't have any more. */
export function planImport({ tools, record, hasEntry, restored, read }: ImportPlanning): ImportPlan {
  // A source may have an entry that is named like a property of every object.
  const importedBefore = new Map(Object.entries(record?.tools ?? {}));
  const specs = tools.map((tool) =>
    planTool(tool, { before: importedBefore.get(tool.origin), isRestored: restored.has(tool.origin), read }),
  );
  const imported = new Set(tools.map(({ origin }) => origin));
  const others = [...importedBefore].filter(([origin]) => !imported.has(origin));
  const gone = others.filter(([origin]) => !hasEntry(origin)).map(([origin, before]) => planGone(origin, before, read(before.file)));
  const recorded = [
    ...others.filter(([origin]) => hasEntry(origin)),
    ...tools.map(
      ({ origin, name, file, spec, declared, text }) =>
        [origin, { name, file, text: hashOf(text), spec, ...(declared && { declared }) }] as const,
    ),
  ];
  const blocked = new Set(specs.filter(({ action }) => action === "blocked").map(({ origin }) => origin));
  // What could not be merged is merged from the same base the next time.
  const next = recorded.flatMap(([origin, tool]) => {
    const kept = blocked.has(origin) ? importedBefore.get(origin) : tool;
    return kept === undefined ? [] : [[origin, kept] as const];
  });
  return { specs: [...specs, ...gone], tools: Object.fromEntries(next) };
}

interface Before {
  readonly before: RecordedTool | undefined;
  readonly isRestored: boolean;
  readonly read: ImportPlanning["read"];
}

function planTool(tool: ImportPlanning["tools"][number], { before, isRestored, read }: Before): PlannedSpec {
  const { origin, name, file, text, spec } = tool;
  const planned = { origin, name, file, text: undefined, conflicts: [], problem: undefined } as const;
  const there = read(file);
  if (before === undefined)
    return there === undefined
      ? { ...planned, action: "create", text }
      : { ...planned, action: "blocked", problem: "the file is there already, and no import wrote it" };
  if (there === undefined) return isRestored ? { ...planned, action: "create", text } : { ...planned, action: "deleted" };
  // Where the document didn't change, every edit stays.
  if (deepEqual(before.spec, spec)) return { ...planned, action: "keep" };
  // A file without edits becomes what a first import would write, with its comments and in its order.
  if (before.text === hashOf(there)) return there === text ? { ...planned, action: "keep" } : { ...planned, action: "update", text };
  const merged = mergeSpec(there, { base: before.spec, imported: spec });
  if (!merged.ok) return { ...planned, action: "blocked", problem: merged.problem };
  const { conflicts } = merged;
  return merged.text === there ? { ...planned, action: "keep", conflicts } : { ...planned, action: "update", text: merged.text, conflicts };
}

function planGone(origin: string, { name, file, spec }: RecordedTool, there: string | undefined): PlannedSpec {
  const planned = { origin, name, file, text: undefined, conflicts: [], problem: undefined } as const;
  if (there === undefined) return { ...planned, action: "remove" };
  return { ...planned, action: isUnedited(there, spec) ? "remove" : "gone" };
}

/** A tool that the last import wrote. */
interface RecordedTool {
  readonly name: string;
  /** The spec's file, relative to the record's folder. */
  readonly file: string;
  /** A hash of the text that the import would have written to a new file. */
  readonly text?: string;
  readonly spec: JsonObject;
  /** The declaration of the MCP server, which calls are held to. */
  readonly declared?: DeclaredTool;
}

/** The tools that an import wrote, so that the next one can merge. */
export interface ImportRecord {
  /** The document, as the user gave it. */
  readonly source: string;
  /** The choices of the import, for the next one. */
  readonly options: JsonObject;
  /** The tools, by their origins. */
  readonly tools: Readonly<Record<string, RecordedTool>>;
}

/** Prints a record with each tool on a line of its own, so that a change of one tool is a change of one line. */
export function printRecord({ source, options, tools }: ImportRecord): string {
  const lines = Object.entries(tools)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([origin, tool]) => `    ${JSON.stringify(origin)}: ${JSON.stringify(tool)}`);
  const head = [`  "version": 1`, `  "source": ${JSON.stringify(source)}`, `  "options": ${JSON.stringify(options)}`];
  return `{\n${head.join(",\n")},\n  "tools": {\n${lines.join(",\n")}\n  }\n}\n`;
}

/** Reads a record; a text says why it can't be used. */
export function parseRecord(text: string): ImportRecord | string {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return "it is not valid JSON";
  }
  if (!isJsonObject(data) || !isJsonObject(data.tools)) return "it has no map 'tools'";
  if (data.version !== 1) return `its version is ${JSON.stringify(data.version)}, and this toolgen reads 1`;
  const tools = Object.entries(data.tools);
  if (!tools.every((entry): entry is [string, JsonObject] => isRecordedTool(entry[1])))
    return "one of its tools has no name, file and spec";
  const options = isJsonObject(data.options) ? data.options : {};
  return { source: String(data.source ?? ""), options, tools: data.tools as unknown as ImportRecord["tools"] };
}

/** The file is a name beside the record, so that a record can't lead to another folder. */
const isRecordedTool = (value: JsonValue): boolean =>
  isJsonObject(value) &&
  typeof value.name === "string" &&
  typeof value.file === "string" &&
  /^[\w-]+\.yaml$/.test(value.file) &&
  isJsonObject(value.spec);

/** A conflict at its line in the user's file. */
interface SpecConflict {
  /** The keys to the value: `http.url`. */
  readonly path: string;
  readonly line: number;
  readonly imported: JsonValue | undefined;
}

type MergedSpec =
  | { readonly ok: true; readonly text: string; readonly conflicts: readonly SpecConflict[] }
  | { readonly ok: false; readonly problem: string };

/** Returns true if a spec says what the last import wrote, in whatever form. */
function isUnedited(text: string, base: JsonObject): boolean {
  const own = readYamlText(text);
  return isJsonObject(own) && deepEqual(own, base);
}

/** Merges a new import into the text of a spec. Comments are kept, and a text without a change as it is. */
export function mergeSpec(text: string, { base, imported }: { readonly base: JsonObject; readonly imported: JsonObject }): MergedSpec {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, logLevel: "silent", version: "1.2", schema: "core" });
  const own: unknown = document.errors.length > 0 || !isMap(document.contents) ? undefined : document.toJS();
  if (!isJsonObject(own)) return { ok: false, problem: "it isn't a single YAML document with a map" };
  const { edits, conflicts } = mergeValues({ base, own, imported });
  const lineOf = (path: EditPath): number => {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true) as { readonly range?: readonly number[] } | undefined;
      const start = node?.range?.[0];
      if (start !== undefined) return lines.linePos(start).line;
    }
    return 1;
  };
  const reported = conflicts.map(({ path, imported: value }) => ({ path: path.join("."), line: lineOf(path), imported: value }));
  // From the end, so that the indices of elements stay valid.
  for (const { path, value } of [...edits].reverse()) {
    if (value === undefined) document.deleteIn(path);
    else {
      const node = document.createNode(value, { aliasDuplicateObjects: false });
      styleValue(node, path.length);
      document.setIn(path, node);
    }
  }
  return { ok: true, text: edits.length === 0 ? text : printEdited(document, text), conflicts: reported };
}

/** Adds a server to the text of toolgen.yaml, which may be missing. Comments and all other keys stay. */
export function addServerEntry(
  text: string | undefined,
  { name, entry }: { readonly name: string; readonly entry: JsonObject },
): ImportOutcome<string> {
  const document = parseDocument(text ?? "version: 1\n", { logLevel: "silent", version: "1.2", schema: "core" });
  if (document.errors.length > 0 || !isMap(document.contents)) return failed("toolgen.yaml is not a single YAML document with a map");
  const servers = document.get("mcpServers");
  if (servers !== undefined && servers !== null && !isMap(servers)) return failed("'mcpServers' of toolgen.yaml is not a map");
  const node = document.createNode(entry, { aliasDuplicateObjects: false });
  styleValue(node, 0);
  if (!isMap(servers)) document.set("mcpServers", document.createNode({}));
  const map = document.get("mcpServers");
  // An entry beside others on one line would be hard to read.
  if (isMap(map)) map.flow = false;
  document.setIn(["mcpServers", name], node);
  return found(printEdited(document, text ?? ""));
}

/** Prints a document that was read from `text` and changed since. Its lines end as those of `text` do. */
function printEdited(document: Document.Parsed, text: string): string {
  const printed = document.toString(printOptions);
  return /^[^\n]*\r\n/.test(text) ? printed.replaceAll("\n", "\r\n") : printed;
}
