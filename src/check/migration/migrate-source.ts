import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic, Result, SourceFile, Span } from "../../diagnostics/diagnostic.js";
import { parse } from "../../source/parse.js";
import { placesOf, repeatsAt } from "../../source/places-of.js";
import type { MapEntry, MapNode, SpecDocument, SpecNode } from "../../source/spec-node.js";
import { type Rename, renames } from "../language/renames.js";
import { configFile } from "../project/config.js";

/** A former name in a file, and the new one; with `isPath`, a rule that `paths` needs. */
export interface MigrationEdit {
  readonly span: Span;
  readonly from: string;
  readonly to: string;
  readonly since: string;
  readonly isPath?: true;
}

/** A file with the new names, and what was changed. Everything else of its text stays. */
export interface MigratedSource {
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
