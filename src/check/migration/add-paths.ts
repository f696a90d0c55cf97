import type { MapEntry, MapNode, SpecDocument } from "../../source/spec-node.js";
import type { MigrationEdit } from "./migrate-source.js";

/** A parameter that names a file, and what its tool does with it. */
export interface NeededPath {
  /** An offset in the document of the tool. */
  readonly at: number;
  readonly param: string;
  readonly access: "read" | "write";
}

/**
 * Returns the edits that list parameters under `paths`, each in the document of its tool. Comments and layout stay. A
 * document whose tool runs by a fragment, or whose `paths` are a YAML alias, is left alone.
 */
export function addPaths(documents: readonly SpecDocument[], needed: readonly NeededPath[]): readonly MigrationEdit[] {
  return documents.flatMap(({ root }) => {
    const own = needed.filter(({ at }) => root.span.start <= at && at < root.span.end);
    return root.kind !== "map" || own.length === 0 ? [] : editsOf(root, accesses(own));
  });
}

/** Both kinds of access to one parameter are `readWrite`. */
function accesses(needed: readonly NeededPath[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { param, access } of needed) found.set(named(param), both(found.get(named(param)), access));
  return found;
}

const both = (before: string | undefined, access: string) => (before === undefined || before === access ? access : "readWrite");

/** `files[]` and `files` mean the same. */
const named = (param: string) => param.replace(/\[\]$/, "");

function editsOf(root: MapNode, needed: ReadonlyMap<string, string>): readonly MigrationEdit[] {
  const paths = root.entries.find(({ key }) => key === "paths");
  if (paths === undefined) {
    const run = root.entries.find(({ key }) => key === "command" || key === "shell" || key === "handler");
    const isJson = isFlow(root);
    const line = `${quoted("paths", isJson)}: { ${[...needed].map((one) => printed(one, isJson)).join(", ")} }`;
    return run === undefined ? [] : [inserted(run, line, isJson)];
  }
  if (paths.value.kind !== "map" || !isWritten(paths)) return [];
  const { entries } = paths.value;
  const missing = [...needed].filter(([param]) => !entries.some(({ key }) => named(key) === param));
  const narrow = [...needed].flatMap(([param, access]) => {
    const entry = entries.find(({ key }) => named(key) === param);
    return entry === undefined ? [] : widened(entry, access);
  });
  const [first] = entries;
  if (missing.length === 0) return narrow;
  const isJson = isFlow(root);
  const lines = missing.map((one) => printed(one, isJson));
  if (first === undefined) {
    const text = `{ ${lines.join(", ")} }`;
    return [{ span: paths.value.span, from: "", to: text, since, isPath }];
  }
  const isInline = isFlow(paths.value);
  return isWritten(first) ? [...narrow, inserted(first, lines.join(isInline ? ", " : lineEnd(first)), isInline)] : narrow;
}

/** A rule that doesn't allow it is `read` or `write`. */
function widened({ value }: MapEntry, access: string): readonly MigrationEdit[] {
  const rule = value.kind === "map" ? value.entries.find(({ key }) => key === "access")?.value : value;
  if (rule?.kind !== "scalar" || rule.text === access || rule.text === "readWrite") return [];
  const { file } = rule.span;
  const start = rule.offsetOf(0);
  const end = start + rule.text.length;
  return file.text.slice(start, end) === rule.text ? [{ span: { file, start, end }, from: rule.text, to: "readWrite", since, isPath }] : [];
}

/** The places of values have a verdict since this version. */
const since = "0.1.0";
const isPath = true;

/** Before an entry: on its line in braces, otherwise on one of its own. */
function inserted(entry: MapEntry, text: string, isInline: boolean): MigrationEdit {
  const { file, start } = entry.keySpan;
  return { span: { file, start, end: start }, from: "", to: `${text}${isInline ? ", " : lineEnd(entry)}`, since, isPath };
}

/** The end of a line, and the indentation of an entry. */
function lineEnd({ keySpan: { file, start } }: MapEntry): string {
  const begin = file.text.lastIndexOf("\n", start - 1) + 1;
  return `${file.text.includes("\r\n") ? "\r\n" : "\n"}${" ".repeat(start - begin)}`;
}

const isFlow = ({ span: { file, start } }: MapNode): boolean => file.text[start] === "{";

/** An alias repeats keys that are written elsewhere. */
const isWritten = ({ key, keySpan: { file, start, end } }: MapEntry): boolean =>
  file.text.slice(start, end).replaceAll(/^["']|["']$/g, "") === key;

const quoted = (text: string, isJson: boolean): string => (isJson || !/^[A-Za-z_][\w.-]*$/.test(text) ? JSON.stringify(text) : text);

const printed = ([param, access]: readonly [string, string], isJson: boolean): string =>
  `${quoted(param, isJson)}: ${quoted(access, isJson)}`;
