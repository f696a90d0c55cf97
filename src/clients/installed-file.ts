import { createHash } from "node:crypto";
import { isJsonObject, type JsonValue } from "../contract/json-value.js";
import { isWrittenStart, type SettingsFile } from "./client.js";
import {
  containersToMake,
  entryIn,
  holdsAny,
  holdsPieces,
  installPieces,
  isBlank,
  missingPieces,
  rulesIn,
  type SettingsText,
  settingsSyntaxProblem,
  stalePart,
  uninstallPieces,
} from "./install-pieces.js";
import { addsNothing, type EntriesPiece, hasMark, isServer, isShared, isStricter, type KeyPath, onlyEqual, type Piece } from "./piece.js";
import { holdsServers, putBackServers, takeOutServers } from "./settings/adopted-servers.js";
import { applyInverse, type Inverse, makeInverse, revealSecrets } from "./settings/inverse.js";
import { separatorOf } from "./settings/toml-pieces.js";

/** The record of a settings file that toolgen changed. */
export interface InstalledFile {
  /** The parts that it added. */
  readonly pieces: readonly Piece[];
  /** The containers that were created for them, or for another installation that was in the file. */
  readonly made: readonly KeyPath[];
  /** The line breaks before a block of TOML. */
  readonly separator?: string | undefined;
  /** The file was created for them, or for another installation that was in it. */
  readonly madeFile?: boolean;
  /** The servers that the project's own replaces. */
  readonly adopted?: readonly EntriesPiece[];
  /** Rules about the server's tools that were in a project's file before: they are the user's. */
  readonly users?: readonly string[];
  /** The SHA-256 of the file as toolgen left it. */
  readonly after: string;
  /** How to restore the file before; `undefined` if there was no file. */
  readonly inverse?: Inverse | undefined;
}

/** The intended state of a settings file: `text` is `undefined` if there should be no file. */
type ChangedFile =
  | { readonly ok: true; readonly text: string | undefined; readonly installed?: InstalledFile | undefined }
  | { readonly ok: false; readonly problem: string };

type Current = string | undefined;

/**
 * Returns the file with a client's pieces, and its record. An unchanged file keeps its record. `others` are the records
 * of other projects in the file: the last uninstall removes what was created for the first install. `isKnown` says that
 * the client's files hold an installation, perhaps that of another home (`showsInstall`).
 */
export function installInFile(
  settingsFile: SettingsFile,
  current: Current,
  before: InstalledFile | undefined,
  others: readonly InstalledFile[] = [],
  isKnown: boolean = showsInstall(settingsFile, current),
): ChangedFile {
  const settings = (text: Current): SettingsText => ({ text, syntax: settingsFile.syntax });
  const unreadable = settingsSyntaxProblem(settings(current));
  if (unreadable !== undefined) return { ok: false, problem: unreadable };
  // Without a record, the server's entry is toolgen's if a person would have written it otherwise.
  const isWritten = (piece: Piece) =>
    before === undefined && isServer(piece) && isWrittenStart(entryIn(settings(current), piece), firstValue(piece));
  const claims = isKnown && claimsRules(settingsFile, current, before);
  const isOwn = (piece: Piece) => isOwnCommand(piece) || (claims && piece.prefix !== undefined) || isWritten(piece);
  const { adoption } = settingsFile;
  const original = withoutOwn(settingsFile, { current, before, claims, isOwn });
  if (!original.ok) return original;
  const taken = takeOutServers(settings(original.text), adoption, before?.adopted);
  if (!taken.ok) return taken;
  const base = taken.adopted.length === 0 ? original : taken;
  const known = withInitial(settingsFile, base.text, before);
  const own = { ...known, pieces: known.pieces.map((piece) => withUsersRules(piece, settings(base.text))) };
  const file = { ...own, pieces: own.pieces.map((piece) => withUsersKeys(piece, settings(current), before)) };
  if (file.pieces.every(addsNothing)) return uninstallFromFile(settingsFile, current, before, isKnown);
  const lists = settingsFile.pieces.filter(({ kind }) => claims && kind === "items");
  const isClean = lists.every((piece) => holdsPieces(settings(current), [withKept(piece, before)]));
  const isAdopted = adoption === undefined || !holdsServers(settings(current), adoption);
  const isUpToDate = isAdopted && isClean && holdsPieces(settings(current), file.pieces) && !holdsEarlier(file, current);
  if (isUpToDate && (before?.pieces ?? []).every((piece) => !holdsAny(settings(current), stalePart(piece, own.pieces))))
    return { ok: true, text: current, installed: before ?? recordOfUsers(own, current, others) };
  // An earlier form may be the user's own, to whom uninstall gives it back. Elements of a list stay.
  const earlierForms = file.pieces.filter((piece) => !isShared(piece) && (piece.kind === "entries" || piece.mark !== undefined));
  const cleared = restore({ ...file, pieces: earlierForms }, base.text, undefined);
  if (!cleared.ok) return cleared;
  const installed = installPieces(settings(cleared.text), file.pieces);
  if (!installed.ok) return installed;
  const result = settings(installed.text);
  if (!holdsPieces(result, file.pieces)) return { ok: false, problem: "has a structure to which toolgen can't add its settings" };
  return {
    ok: true,
    text: installed.text,
    installed: {
      ...remember(own, { before: base.text, after: installed.text }, [...(before ? [before] : []), ...others]),
      ...(taken.adopted.length > 0 && {
        adopted: taken.adopted,
        inverse: makeInverse(original.text ?? "", installed.text, adoption?.secrets),
      }),
      ...(!settingsFile.path.startsWith("/") && { users: before?.users ?? (claims ? [] : rulesOf(settingsFile, current)) }),
    },
  };
}

/** The record of a file of the user's that already holds all rules, and nothing that shows that toolgen wrote them. */
const recordOfUsers = (file: SettingsFile, current: Current, others: readonly InstalledFile[]) =>
  current === undefined || !file.path.startsWith("/") || showsInstall(file, current)
    ? undefined
    : remember(file, { before: current, after: current }, others);

/**
 * Reports whether the rules about the server's tools in a file are toolgen's, whichever home has installed the client:
 * in a project's file, if it isn't as the record says. In every other file, only what the record has is.
 */
const claimsRules = (file: SettingsFile, text: Current, before: InstalledFile | undefined): boolean =>
  !file.path.startsWith("/") && (before === undefined || (text !== undefined && before.after !== digest(text)));

/** Returns a piece without the rules of the user that a record names. */
const withKept = (piece: Piece, before: InstalledFile | undefined): Piece =>
  before?.users === undefined ? piece : { ...piece, kept: [...(piece.kept ?? []), ...before.users] };

/** Reports whether a file holds a start of the server, or of its hook, that toolgen wrote. */
export function showsInstall({ pieces, earlier = [], syntax }: SettingsFile, text: Current): boolean {
  return [...pieces, ...earlier].some((piece) =>
    isServer(piece)
      ? isWrittenStart(entryIn({ text, syntax }, piece), firstValue(piece))
      : isOwnCommand(piece) && holdsAny({ text, syntax }, piece),
  );
}

/**
 * Returns a piece beside the user's rules about the server's tools. Of lists, the strictest one wins in a client. Of
 * keys the last one does, so the user's follow the wildcard, each with the stricter decision.
 */
export function withUsersRules(piece: Piece, settings: SettingsText): Piece {
  if (piece.kind === "items" || piece.prefix === undefined) return onlyEqual(piece);
  const rules = new Map(rulesIn(settings, piece));
  const wildcard = `${piece.prefix}*`;
  const [all, ownAll = "ask"] = [rules.get(wildcard), piece.entries.find(([key]) => key === wildcard)?.[1]];
  const least = all !== undefined && isStricter(all, ownAll) ? [all] : [];
  const entries = piece.entries.map(([key, value]): readonly [string, JsonValue] => {
    const users = [rules.get(key) ?? value, ...least];
    return [key, users.reduce((one, other) => (isStricter(other, one) ? other : one), value)];
  });
  return { ...piece, entries: [...entries, ...[...rules].filter(([key]) => !entries.some(([own]) => own === key))] };
}

const rulesOf = ({ pieces, syntax }: SettingsFile, text: Current): readonly string[] =>
  pieces.flatMap((piece) => (piece.prefix === undefined ? [] : rulesIn({ text, syntax }, piece).map(([rule]) => rule)));

const firstValue = (piece: Piece) => (piece.kind === "entries" ? (piece.entries[0]?.[1] ?? null) : null);

/** Returns the file with its initial keys, if toolgen creates it or has created it. */
function withInitial(file: SettingsFile, current: Current, before: InstalledFile | undefined): SettingsFile {
  const isNew = before === undefined ? current === undefined || isBlank(current) : hasMadeFile(before);
  return file.initial === undefined || !isNew ? file : { ...file, pieces: [file.initial, ...file.pieces] };
}

/** Returns a piece with the keys that the user has added to an entry of toolgen's, such as the `env` of a server. */
function withUsersKeys(piece: Piece, settings: SettingsText, before: InstalledFile | undefined): Piece {
  if (!isServer(piece)) return piece;
  const earlier = (before?.pieces ?? []).filter((one) => one.kind === "entries").flatMap(({ entries }) => entries);
  const entries = piece.entries.map(([key, value]): readonly [string, JsonValue] => {
    const present = entryIn(settings, { ...piece, entries: [[key, value]] });
    if (!isJsonObject(present) || !isJsonObject(value) || !hasMark(present, piece)) return [key, value];
    const remembered = earlier.flatMap(([name, one]) => (name === key && isJsonObject(one) ? Object.keys(one) : []));
    const written = new Set([...remembered, ...(piece.optional ?? [])]);
    const added = Object.entries(present).filter(([name]) => !Object.hasOwn(value, name) && !written.has(name));
    return [key, { ...value, ...Object.fromEntries(added) }];
  });
  return { ...piece, entries };
}

/** Returns the file without a client's pieces: byte for byte as before if it hasn't been edited since. */
export function uninstallFromFile(
  file: SettingsFile,
  current: Current,
  before: InstalledFile | undefined,
  isKnown: boolean = showsInstall(file, current),
): ChangedFile {
  // Without a record, everything that equals toolgen's own counts as toolgen's, unless anyone would write the same.
  const claims = isKnown && claimsRules(file, current, before);
  const isOwn = (piece: Piece) =>
    isOwnCommand(piece) || (claims && piece.prefix !== undefined) || (before === undefined && !isShared(piece));
  return withoutOwn(file, { current, before, claims, isOwn });
}

interface Removal {
  readonly current: Current;
  readonly before: InstalledFile | undefined;
  /** All rules about the server's tools are toolgen's. */
  readonly claims: boolean;
  /** Reports whether a piece of the file is toolgen's if the record doesn't have it. */
  readonly isOwn: (piece: Piece) => boolean;
}

/**
 * Returns the file as it was before the record, without what toolgen wrote on another machine: a record is of one home,
 * and the file may be shared. A file of a project in which nothing else remains is gone.
 */
function withoutOwn(file: SettingsFile, { current, before, claims, isOwn }: Removal): ChangedFile {
  const known = before && { ...before, pieces: before.pieces.map(onlyEqual) };
  const restored = known === undefined ? { ok: true as const, text: current } : restore({ ...file, pieces: [] }, current, known);
  if (!restored.ok || restored.text === undefined) return restored;
  const settings = { text: restored.text, syntax: file.syntax };
  const unreadable = settingsSyntaxProblem(settings);
  if (unreadable !== undefined) return { ok: false, problem: unreadable };
  const { earlier = [], initial } = file;
  const isProjects = !file.path.startsWith("/");
  const own = [
    ...earlier.filter((piece) => !isShared(piece)).map((piece) => (isProjects ? piece : onlyEqual(piece))),
    ...file.pieces.filter(isOwn).map((piece) => (claims ? withKept(piece, before) : onlyEqual(piece))),
  ].filter((piece) => holdsAny(settings, piece));
  if (own.length === 0) return restored;
  const without = uninstallPieces(settings, own, { made: containersOf(own) });
  if (!without.ok) return without;
  // What toolgen writes into a new file.
  const beside = [...file.pieces, ...earlier].flatMap((piece): readonly Piece[] => {
    if (piece.kind === "items") return [{ kind: "items", path: piece.path, items: piece.initial ?? [] }];
    return piece.shared ? [piece] : [];
  });
  const rest = uninstallPieces({ ...settings, text: without.text }, [...(initial ? [initial] : []), ...beside], {
    made: containersOf(beside),
  });
  return { ok: true, text: isProjects && rest.ok && holdsNothing(rest.text) ? undefined : without.text };
}

const containersOf = (pieces: readonly Piece[]) => pieces.flatMap(({ path }) => path.map((_, i) => path.slice(0, i + 1)));

/** Reports whether anyone but toolgen wouldn't have written a piece of this kind: it has a command of toolgen's. */
const isOwnCommand = (piece: Piece) => piece.kind === "items" && piece.mark !== undefined;

/** Returns true if a file holds what the project wrote when its server had another name. */
export const holdsEarlier = ({ path, earlier = [], syntax }: SettingsFile, text: Current): boolean =>
  earlier.some((piece) => !isShared(piece) && holdsAny({ text, syntax }, path.startsWith("/") ? onlyEqual(piece) : piece));

function restore(file: SettingsFile, current: Current, before: InstalledFile | undefined): ChangedFile {
  if (current === undefined) return { ok: true, text: undefined };
  if (before !== undefined && before.after === digest(current)) return { ok: true, text: textBefore(current, before) };
  const settings = { text: current, syntax: file.syntax };
  const cleared = uninstallPieces(settings, [...(before?.pieces ?? []), ...file.pieces], before);
  const edited = cleared.ok ? putBackServers({ ...settings, text: cleared.text }, before?.adopted) : cleared;
  if (!edited.ok) return edited;
  return { ok: true, text: before !== undefined && hasMadeFile(before) && holdsNothing(edited.text) ? undefined : edited.text };
}

/** Returns a file with the values of secrets that its record names, or the problem that one has none. */
export function withSecrets(changed: ChangedFile, secretOf: (name: string) => string | undefined): ChangedFile {
  if (!changed.ok || changed.text === undefined) return changed;
  const { text, missing } = revealSecrets(changed.text, secretOf);
  if (missing.length === 0) return { ...changed, text };
  return { ok: false, problem: `had ${missing.join(", ")}, which toolgen doesn't store: set it in the environment as it was` };
}

/**
 * Updates the records of other installations in the same file after one below them was removed. They are stacked: the
 * file before one is the file after another, so each one above is changed, from the top down.
 */
export function rebase<T extends InstalledFile>(
  others: readonly T[],
  removed: InstalledFile,
  file: SettingsFile,
  text: string,
): readonly T[] {
  const upper = others.find(({ after }) => after === digest(text));
  const below = upper && textBefore(text, upper);
  const after = uninstallFromFile(file, text, removed);
  if (upper === undefined || below === undefined || !after.ok || after.text === undefined) return [];
  const before = uninstallFromFile(file, below, removed);
  if (!before.ok) return [];
  const inverse = before.text === undefined ? undefined : makeInverse(before.text, after.text);
  return [{ ...upper, after: digest(after.text), inverse }, ...rebase(others, removed, file, below)];
}

function remember(
  { pieces, syntax }: SettingsFile,
  { before, after }: { readonly before: Current; readonly after: string },
  earlier: readonly InstalledFile[],
): InstalledFile {
  const made = [...containersToMake({ text: before, syntax }, pieces), ...earlier.flatMap((one) => one.made)];
  return {
    pieces: missingPieces({ text: before, syntax }, pieces),
    made: [...new Map(made.map((path) => [path.join("\0"), path])).values()],
    separator: syntax.kind === "toml" ? separatorOf(before ?? "", after) : undefined,
    madeFile: before === undefined || earlier.some(hasMadeFile),
    after: digest(after),
    inverse: before === undefined ? undefined : makeInverse(before, after),
  };
}

const hasMadeFile = ({ madeFile, inverse }: InstalledFile) => madeFile ?? inverse === undefined;

const textBefore = (after: string, { inverse }: InstalledFile) => (inverse === undefined ? undefined : applyInverse(after, inverse));

const digest = (text: string) => createHash("sha256").update(text).digest("hex");

const holdsNothing = (text: string) => isBlank(text) || /^\uFEFF?\s*\{\s*\}\s*$/.test(text);
