import type { JsonValue } from "../contract/json-value.js";
import { addsNothing, type Edited, type EntriesPiece, type KeyPath, type Piece, type Syntax, wholeValue } from "./piece.js";
import { printDocument, readJson } from "./settings/json-document.js";
import { addJsonPiece, holdsJsonPiece, jsonRules, jsonValueAt, missingContainers, removeJsonPiece } from "./settings/json-pieces.js";
import { addTomlPiece, holdsTomlPiece, readToml, removeTomlPiece, tomlValueAt } from "./settings/toml-pieces.js";

const byteOrderMark = "\uFEFF";

/** A settings file and toolgen's pieces in it. `text` is `undefined` if there is no file. */
export interface SettingsText {
  readonly text: string | undefined;
  readonly syntax: Syntax;
}

/** The text of a settings file with these pieces. A key that has another value is a problem, not overwritten. */
export function installPieces({ text, syntax }: SettingsText, all: readonly Piece[]): Edited {
  const pieces = all.filter((piece) => !addsNothing(piece));
  if (text === undefined || isBlank(text)) return { ok: true, text: newDocument(syntax, pieces) };
  return edit(text, pieces, (one, piece) => addPiece(one, syntax, piece));
}

/** The additions to a settings file around its pieces. */
export interface Surroundings {
  /** Containers of the pieces, which are taken out where that leaves them empty. */
  readonly made?: readonly KeyPath[] | undefined;
  /** Line breaks before a block of TOML. */
  readonly separator?: string | undefined;
}

/** The text of a settings file without these pieces and their surroundings. */
export function uninstallPieces({ text = "", syntax }: SettingsText, pieces: readonly Piece[], surroundings: Surroundings = {}): Edited {
  if (isBlank(text)) return { ok: true, text };
  return edit(text, pieces, (one, piece) =>
    syntax.kind === "toml"
      ? removeTomlPiece(one, entriesOf(piece), surroundings.separator)
      : removeJsonPiece(one, syntax, piece, surroundings.made),
  );
}

/** Returns true if a file contains these pieces unchanged. */
export function holdsPieces({ text, syntax }: SettingsText, pieces: readonly Piece[]): boolean {
  if (text === undefined || isBlank(text)) return pieces.every(addsNothing);
  const body = withoutMark(text);
  return pieces.every((piece) => (syntax.kind === "toml" ? holdsTomlPiece(body, entriesOf(piece)) : holdsJsonPiece(body, syntax, piece)));
}

/** Returns true if a file contains something of a piece, or of an earlier form of it. */
export function holdsAny(settings: SettingsText, piece: Piece): boolean {
  const without = uninstallPieces(settings, [piece]);
  return settings.text !== undefined && without.ok && without.text !== settings.text;
}

/** The value under the first key of a piece, even if toolgen didn't write it. */
export function entryIn(settings: SettingsText, piece: Piece): JsonValue | undefined {
  return piece.kind === "items" ? undefined : valueIn(settings, [...piece.path, piece.entries[0]?.[0] ?? ""]);
}

/** The value at a path; `undefined` if there is none. */
export function valueIn({ text, syntax }: SettingsText, path: KeyPath): JsonValue | undefined {
  if (text === undefined || isBlank(text)) return undefined;
  return syntax.kind === "toml" ? tomlValueAt(withoutMark(text), path) : jsonValueAt(withoutMark(text), syntax, path);
}

/** The rules about the server's tools in a file, with their values if they are keys. */
export const rulesIn = ({ text, syntax }: SettingsText, piece: Piece): EntriesPiece["entries"] =>
  text === undefined || isBlank(text) || syntax.kind === "toml" ? [] : jsonRules(withoutMark(text), syntax, piece);

/** The missing containers of these pieces. */
export function containersToMake({ text, syntax }: SettingsText, pieces: readonly Piece[]): readonly KeyPath[] {
  if (syntax.kind === "toml") return [];
  return pieces.flatMap((piece) => (addsNothing(piece) ? [] : missingContainers(withoutMark(text ?? ""), syntax, piece)));
}

/** Why a client can't read a file; `undefined` if it can. */
export function settingsSyntaxProblem({ text, syntax }: SettingsText): string | undefined {
  if (text === undefined || isBlank(text)) return undefined;
  const read = syntax.kind === "toml" ? readToml(withoutMark(text)) : readJson(withoutMark(text), syntax);
  return read.ok ? undefined : read.problem;
}

/** Returns true if a file contains no settings, comments included. */
export const isBlank = (text: string): boolean => withoutMark(text).trim() === "";

const withoutMark = (text: string) => (text.startsWith(byteOrderMark) ? text.slice(1) : text);

function edit(text: string, pieces: readonly Piece[], change: (text: string, piece: Piece) => Edited): Edited {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : "";
  let current = withoutMark(text);
  for (const piece of pieces) {
    const edited = change(current, piece);
    if (!edited.ok) return edited;
    current = edited.text;
  }
  return { ok: true, text: mark + current };
}

const addPiece = (text: string, syntax: Syntax, piece: Piece): Edited =>
  syntax.kind === "toml" ? addTomlPiece(text, entriesOf(piece)) : addJsonPiece(text, syntax, piece);

/** A TOML file has only entries. */
const entriesOf = (piece: Piece): EntriesPiece =>
  piece.kind === "entries" ? piece : { kind: "entries", path: piece.path.slice(0, -1), entries: [[piece.path.at(-1) ?? "", piece.items]] };

function newDocument(syntax: Syntax, pieces: readonly Piece[]): string {
  if (syntax.kind === "json") return printDocument(wholeValue(pieces));
  const printed = edit("", pieces, (text, piece) => addPiece(text, syntax, piece));
  return printed.ok ? printed.text : "";
}

/** The parts of these pieces that a file lacks. */
export function missingPieces({ text = "", syntax }: SettingsText, pieces: readonly Piece[]): readonly Piece[] {
  if (isBlank(text)) return pieces.filter((piece) => !addsNothing(piece));
  const holds = (piece: Piece) => holdsPieces({ text, syntax }, [piece]);
  return pieces.flatMap((piece): readonly Piece[] => {
    if (piece.kind === "entries") {
      const entries = piece.entries.filter((entry) => entryIn({ text, syntax }, { ...piece, entries: [entry] }) === undefined);
      return entries.length === 0 ? [] : [{ ...piece, entries }];
    }
    const items = piece.items.filter((item) => !holds({ ...piece, items: [item] }));
    return items.length === 0 ? [] : [{ ...piece, items }];
  });
}

/** Returns the part of an earlier piece that the new ones lack, as plain elements or entries. */
export function stalePart(earlier: Piece, pieces: readonly Piece[]): Piece {
  const { kind, path } = earlier;
  const beside = pieces.filter((piece) => piece.kind === kind && piece.path.join("\0") === path.join("\0"));
  if (earlier.kind === "items") {
    const now = new Set(beside.flatMap((piece) => (piece.kind === "items" ? piece.items.map((item) => JSON.stringify(item)) : [])));
    return { kind: "items", path, items: earlier.items.filter((item) => !now.has(JSON.stringify(item))) };
  }
  const now = new Set(beside.flatMap((piece) => (piece.kind === "entries" ? piece.entries.map(([key]) => key) : [])));
  return { kind: "entries", path, entries: earlier.entries.filter(([key]) => !now.has(key)) };
}
