import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic, Result, SourceFile, Span } from "../../diagnostics/diagnostic.js";
import { parse } from "../../source/parse.js";
import type { MapEntry, MapNode, SpecNode } from "../../source/spec-node.js";
import { type Rename, renames } from "../language/renames.js";
import { configFile } from "../project/config.js";

/** A former name in a file, and the new one. */
export interface MigrationEdit {
  readonly span: Span;
  readonly from: string;
  readonly to: string;
  readonly since: string;
}

/** A file with the new names, and what was changed. Everything else of its text stays. */
export interface MigratedSource {
  readonly text: string;
  readonly edits: readonly MigrationEdit[];
}

/**
 * Replaces former names in a spec file or toolgen.yaml. A file that can't be read, or that has the old and the new key
 * beside each other, is reported and left alone.
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
  // A YAML alias repeats the value of its anchor.
  const distinct = new Map(found.flatMap((one) => ("code" in one ? [] : [[one.span.start, one] as const])));
  const ordered = [...distinct.values()].sort((a, b) => a.span.start - b.span.start);
  const text = ordered.toReversed().reduce((done, { span, to }) => done.slice(0, span.start) + to + done.slice(span.end), source.text);
  return [{ text, edits: ordered }, []];
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
  return [{ span: within(node.span, node.text), from: rename.from, to: rename.to, since: rename.since }];
}

/** The text inside of quotes; the whole scalar if it is written with escapes. */
function within({ file, start, end }: Span, text: string): Span {
  const quoted = file.text.slice(start + 1, start + 1 + text.length) === text && /["']/.test(file.text.charAt(start));
  return quoted ? { file, start: start + 1, end: start + 1 + text.length } : { file, start, end };
}
