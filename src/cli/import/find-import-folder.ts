import { basename, posix } from "node:path";
import { specFolder } from "../../compiler/scaffold.js";
import type { Host } from "../../contract/host.js";
import { recordName } from "../../contract/surface-change.js";
import { joinWords, wordsIn } from "../../import/imported-tool.js";
import { type ImportRecord, parseRecord } from "../../import/plan-import.js";
import { UsageError } from "../command.js";
import { readUtf8 } from "../io/input.js";

/** The subcommands of `toolgen import`. */
export type ImportKind = "openapi" | "cli" | "mcp" | "scripts";

/** The source of an import. */
export interface ImportSource {
  /** The name that the folder and the toolset get. */
  readonly group: string;
  /** The name for people: an address, or a path relative to the project's root. */
  readonly name: string;
  /** The import that reads it: a folder belongs to one. */
  readonly kind: ImportKind;
  /** Returns true for the record of an earlier import of this source. */
  owns(record: ImportRecord): boolean;
  /** Returns true for the record of another source that has mostly the same entries: this one, before it was moved. */
  continues?(record: ImportRecord): boolean;
  /** A folder may have the specs of several such sources. */
  readonly isShared?: true;
}

/** The folder of an import. */
export interface ImportFolder {
  readonly folder: string;
  /** The folder in which the last import wrote the specs, if the user names another one now. */
  readonly movedFrom: string | undefined;
  /** The name of the toolset, which stays what it was. */
  readonly group: string;
}

interface FolderRequest {
  readonly source: ImportSource;
  /** The folder that the user names. */
  readonly out: string | undefined;
  /** The globs of the project's specs. */
  readonly specs: readonly string[];
}

interface Recorded {
  readonly folder: string;
  readonly record: ImportRecord;
}

/** Finds the folder of an earlier import of the same source, or one for a first import. */
export async function findImportFolder(host: Host, { source, out, specs }: FolderRequest): Promise<ImportFolder> {
  const all = await findRecords(host, specs, source.kind);
  const own = all.filter(({ record }) => source.owns(record));
  if (out !== undefined) {
    const folder = posix.normalize(out.replace(/\/+$/, "") || ".");
    const record = await readImportRecord(host, folder, source.kind);
    if (record !== undefined && !mayContinue(source, record)) throw otherSource(folder, record, source);
    const [before] = record === undefined && own.length === 1 ? own : [];
    if (before !== undefined) return { folder, movedFrom: before.folder, group: groupOf(before) };
    return { folder, movedFrom: undefined, group: record === undefined ? groupIn(folder, source) : groupOf({ folder, record }) };
  }
  const usual = posix.join(specFolder(specs[0] ?? ""), source.group.replaceAll("_", "-"));
  const here = own.find(({ folder }) => folder === usual) ?? (own.length === 1 ? own[0] : undefined);
  if (here !== undefined) return { folder: here.folder, movedFrom: undefined, group: groupOf(here) };
  if (own.length > 1)
    throw new UsageError(`${source.name} is imported into ${own.map(({ folder }) => folder).join(" and ")}.`, "Choose one with --out.");
  const record = await readImportRecord(host, usual, source.kind);
  if (record === undefined) return { folder: usual, movedFrom: undefined, group: groupIn(usual, source) };
  if (source.isShared || (mayContinue(source, record) && (await isGone(host, record.source))))
    return { folder: usual, movedFrom: undefined, group: groupOf({ folder: usual, record }) };
  const folder = await freeFolder(host, usual, ownWords(source.name, record.source));
  return { folder, movedFrom: undefined, group: groupIn(folder, source) };
}

/** Returns true if the specs of a record may be those of a source that the user names. */
export const mayContinue = (source: ImportSource, record: ImportRecord): boolean =>
  source.isShared === true || source.owns(record) || source.continues?.(record) === true;

function otherSource(folder: string, { source: other }: ImportRecord, { name }: ImportSource): UsageError {
  return new UsageError(
    `${folder} has the specs of ${other}, and not of ${name}.`,
    "Choose another folder with --out, or leave --out out to get one.",
  );
}

/** Returns the record in a folder, which must be of this kind; `undefined` if there is none. */
export async function readImportRecord(host: Host, folder: string, kind: ImportKind): Promise<ImportRecord | undefined> {
  const path = posix.join(folder, recordName);
  const text = await readUtf8(host, path);
  if (text === undefined) return undefined;
  const record = parseRecord(text);
  if (typeof record === "string") throw new UsageError(`Can't read ${path}: ${record}.`, "Restore it from version control.");
  if (kindOf(record) !== kind)
    throw new UsageError(`${folder} has the specs of 'import ${kindOf(record)}'.`, "Choose another folder with --out.");
  return record;
}

/** The import that wrote a record. Records of OpenAPI documents don't name it. */
const kindOf = ({ options }: ImportRecord): string => (typeof options.import === "string" ? options.import : "openapi");

/** Imports that were moved keep the name of their first folder, which names of secrets may begin with. */
const groupOf = ({ folder, record }: Recorded): string =>
  typeof record.options.group === "string" ? record.options.group : nameOfFolder(folder, "tools");

const groupIn = (folder: string, { group }: ImportSource): string => nameOfFolder(folder, group);

const nameOfFolder = (folder: string, empty: string): string => joinWords(wordsIn(basename(folder)), { most: 24, empty });

/** The folders that are searched for records, and how deep they may be. */
const mostFolders = 2000;
const mostLevels = 4;

async function findRecords(host: Host, specs: readonly string[], kind: ImportKind): Promise<readonly Recorded[]> {
  const found: Recorded[] = [];
  const pending = [...new Set(specs.map(specFolder))].map((folder) => ({ folder, level: 0 }));
  for (let at = 0; at < pending.length && at < mostFolders; at++) {
    const { folder, level } = pending[at] as (typeof pending)[number];
    for (const { name, type } of (await host.list(folder).catch(() => undefined)) ?? []) {
      const path = posix.join(folder, name);
      if (type === "directory" && level < mostLevels && name !== "node_modules" && !name.startsWith("."))
        pending.push({ folder: path, level: level + 1 });
      if (type !== "file" || name !== recordName) continue;
      const record = parseRecord((await readUtf8(host, path).catch(() => undefined)) ?? "");
      // One that can't be read is reported by an import into its own folder.
      if (typeof record !== "string" && kindOf(record) === kind) found.push({ folder: posix.normalize(folder), record });
    }
  }
  return [...new Map(found.map((one) => [one.folder, one])).values()].sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

/** An address may be away for a while, so that only a file can be gone. */
const isGone = async (host: Host, source: string): Promise<boolean> =>
  !/^https?:\/\//i.test(source) &&
  (await host.stat(source).then(
    (stats) => stats === undefined,
    () => false,
  ));

/** The words that tell one source from another: `services/billing/openapi.json` is `billing` beside `users`. */
function ownWords(source: string, other: string): string {
  const known = new Set(wordsIn(other));
  // The hash of a query says nothing to people.
  return wordsIn(source.replace(/\?sha256-[0-9a-f]{8}$/, ""))
    .filter((word) => !known.has(word))
    .slice(0, 2)
    .join("-");
}

async function freeFolder(host: Host, usual: string, words: string): Promise<string> {
  const base = words === "" ? usual : `${usual}-${words}`;
  for (let n = words === "" ? 2 : 1; ; n++) {
    const folder = n === 1 ? base : `${base}-${n}`;
    if ((await host.list(folder)) === undefined) return folder;
  }
}
