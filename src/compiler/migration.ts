import type { Diagnostic, Result, SourceFile, Span } from "../contract/diagnostic.js";
import { diagnostic } from "../contract/diagnostic-codes.js";
import { type MapEntry, type MapNode, placesOf, repeatsAt, type SpecDocument, type SpecNode } from "../contract/spec-node.js";
import { type Rename, renames } from "./check/language/suggest-key.js";
import { configFile } from "./config.js";
import { parse } from "./source.js";

/** A former name in a file, and the new one; with `isPath`, a rule that `paths` needs. */
export interface MigrationEdit {
  readonly span: Span;
  readonly from: string;
  readonly to: string;
  readonly since: string;
  readonly isPath?: true;
}

/** A file with the new names, and what was changed. Everything else of its text stays. */
interface MigratedSource {
  readonly text: string;
  readonly edits: readonly MigrationEdit[];
}

/**
 * Replaces former names in a spec file or toolgen.yaml. A file that can't be read, or that has the old and the new key
 * beside each other, or a name that a YAML alias repeats where it has another meaning, is reported and left alone.
 */
export function migrateSource(source: SourceFile, table: readonly Rename[] = renames): Result<MigratedSource> {
  const [documents, problems] = parse(source);
  const unchanged = { text: source.text, edits: [] };
  if (problems.length > 0) return [unchanged, problems];
  const of = source.path === configFile ? "config" : "spec";
  const own = table.filter((one) => one.of === of);
  const found = documents.flatMap(({ root }) => own.flatMap((rename) => edits(root, rename, rename.path)));
  const conflicts = found.flatMap((one) => ("code" in one ? [one] : []));
  if (conflicts.length > 0) return [unchanged, conflicts];
  const shared = sharedEdit(found, documents);
  if (shared !== undefined) return [unchanged, [shared]];
  // A YAML alias repeats the value of its anchor.
  const distinct = new Map(found.flatMap((one) => ("code" in one ? [] : [[one.span.start, one] as const])));
  const ordered = [...distinct.values()].sort((a, b) => a.span.start - b.span.start);
  const text = ordered.toReversed().reduce((done, { span, to }) => done.slice(0, span.start) + to + done.slice(span.end), source.text);
  return [{ text, edits: ordered }, []];
}

/** Reports a name that a YAML alias repeats also where it isn't to be changed. */
function sharedEdit(found: readonly (MigrationEdit | Diagnostic)[], documents: readonly SpecDocument[]): Diagnostic | undefined {
  const all = found.flatMap((one) => ("code" in one ? [] : [one]));
  const places = all.length === 0 ? [] : documents.flatMap(({ root }) => placesOf(root));
  const starts = all.map(({ span }) => span.start);
  const shared = all.find(({ span: { start } }) => repeatsAt(places, start) > starts.filter((one) => one === start).length);
  if (shared === undefined) return undefined;
  const help = `It is now called \`${shared.to}\`, and a YAML alias repeats it where it is something else. Write it out there, then migrate again.`;
  const isWord = renames.some((one) => one.kind === "word" && one.from === shared.from);
  return isWord
    ? diagnostic("unknown-language", shared.span, { value: shared.from, accepted: shared.to }, { help })
    : diagnostic("unknown-key", shared.span, { key: shared.from }, { help });
}

function edits(node: SpecNode, rename: Rename, path: readonly string[]): readonly (MigrationEdit | Diagnostic)[] {
  const [step, ...rest] = path;
  if (step === undefined) return rename.kind === "word" ? word(node, rename) : [];
  if (node.kind === "list") return step === "*" ? node.items.flatMap((item) => edits(item, rename, rest)) : [];
  if (node.kind !== "map") return [];
  const entries = node.entries.filter(({ key, keyKind }) => keyKind === "text" && (step === "*" || key === step));
  if (rename.kind === "key" && rest.length === 0) return entries.flatMap((entry) => keyEdit(entry, rename, node));
  return entries.flatMap(({ value }) => edits(value, rename, rest));
}

function keyEdit(entry: MapEntry, { to, since }: Rename, parent: MapNode): readonly (MigrationEdit | Diagnostic)[] {
  const { key, keySpan } = entry;
  if (parent.entries.some((other) => other.key === to)) {
    const help = `It is now called \`${to}\`, which is here too. Remove the one that you don't mean, then migrate again.`;
    return [diagnostic("unknown-key", keySpan, { key }, { help })];
  }
  return [{ span: within(keySpan, key), from: key, to, since }];
}

function word(node: SpecNode, rename: Extract<Rename, { kind: "word" }>): readonly MigrationEdit[] {
  if (node.kind !== "scalar" || node.text !== rename.from) return [];
  // The text alone, at its anchor: quotes, and the empty lines after a block, stay.
  const start = node.offsetOf(0);
  const end = node.span.file.text.startsWith(node.text, start) ? start + node.text.length : node.offsetOf(node.text.length);
  return [{ span: { file: node.span.file, start, end }, from: rename.from, to: rename.to, since: rename.since }];
}

/** The text inside of quotes; the whole scalar if it is written with escapes. */
function within({ file, start, end }: Span, text: string): Span {
  const quoted = file.text.slice(start + 1, start + 1 + text.length) === text && /["']/.test(file.text.charAt(start));
  return quoted ? { file, start: start + 1, end: start + 1 + text.length } : { file, start, end };
}

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
