import { isJsonObject, type JsonObject, type JsonValue } from "../contract/json-value.js";

/** The keys that lead from the root of a settings file to a value. */
export type KeyPath = readonly string[];

/** Keys of an object in a settings file. */
export interface EntriesPiece {
  readonly kind: "entries";
  readonly path: KeyPath;
  /** In the order in which they are appended, which some clients read. */
  readonly entries: readonly (readonly [key: string, value: JsonValue])[];
  /** A value under one of these keys that contains this text is an earlier form of it, and is replaced. */
  readonly mark?: string;
  /**
   * A key that is this and a tool's name, or `*`, is a rule about the server's tools, also one by hand. Not if a longer
   * name of a server among the keys at `servers` begins in the same way: then the key is foreign, and refused.
   */
  readonly prefix?: string;
  readonly servers?: KeyPath;
  /** Rules that are the user's: they were in a project's file before. */
  readonly kept?: readonly string[];
  /** Keys in a value with the mark that toolgen doesn't always write: they are never the user's. */
  readonly optional?: readonly string[];
  /** Anyone would write the same, so only a record of the installation makes it toolgen's. */
  readonly shared?: true;
}

/** Elements of a list in a settings file. */
export interface ItemsPiece {
  readonly kind: "items";
  readonly path: KeyPath;
  readonly items: readonly JsonValue[];
  /** Elements that precede them if the list doesn't exist yet. */
  readonly initial?: readonly JsonValue[];
  /**
   * The command of the items, or the path of a plugin. An element that is or has this very text is an earlier form, and
   * is replaced, or taken out if there are no items. Of an element with a list of commands, it is the one in the list.
   */
  readonly mark?: string;
  /** A command that starts with `node -e` and ends with this is an earlier form too. */
  readonly earlierMark?: string;
  /** An element with a tool's name between these is a rule about the server's tools, also one by hand. */
  readonly prefix?: string;
  readonly suffix?: string;
  /** Rules that are the user's: stricter in this list than what toolgen writes about the tool, or there before. */
  readonly kept?: readonly string[];
  /** Not if a longer name of a server among the keys at `servers`, after `lead`, begins in the same way. */
  readonly servers?: KeyPath;
  readonly lead?: string;
}

/** A part of a settings file that belongs to toolgen. Everything else in the file belongs to the user. */
export type Piece = EntriesPiece | ItemsPiece;

/** Values of secrets, by name. */
export type SecretValues = Readonly<Record<string, string>>;

/** Servers of a settings file that the project's own server is to replace. */
export interface Adoption {
  /** The keys to each server. */
  readonly servers: readonly KeyPath[];
  /** No record of the installation contains these. */
  readonly secrets: SecretValues;
}

/** The text after a change, or the problem: a clause that begins with a verb. */
export type Edited = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: string };

/** The value of a piece if its path doesn't exist. */
export function pieceValue(piece: Piece): JsonValue {
  return piece.kind === "items" ? [...(piece.initial ?? []), ...piece.items] : Object.fromEntries(piece.entries);
}

/** A value under the keys of a path. */
export const nested = (path: KeyPath, value: JsonValue): JsonValue =>
  path.reduceRight<JsonValue>((inner, key) => Object.fromEntries([[key, inner]]), value);

/** Reports whether a piece adds nothing, and only takes out earlier forms. */
export const addsNothing = (piece: Piece): boolean => (piece.kind === "items" ? piece.items : piece.entries).length === 0;

/** A piece to which only what equals it belongs, and no other rule about the server's tools. */
export function onlyEqual<T extends Piece>(piece: T): T {
  const { prefix: _, ...rest } = piece;
  return rest as T;
}

const decisions = ["allow", "ask", "deny"];

/** Reports whether a decision is stricter than another. An unknown one, such as one by pattern, counts as such. */
export function isStricter(one: unknown, other: unknown): boolean {
  const at = (decision: unknown) => (decisions.includes(String(decision)) ? decisions.indexOf(String(decision)) : decisions.length);
  return at(one) > at(other);
}

/**
 * Reports whether a text is a rule about one of the server's tools, or about all of them (`*`). After a prefix that
 * ends in `__`, a name with a further `__` may be that of another server's tool.
 */
export function isOwnRule(text: unknown, { prefix, suffix = "" }: { readonly prefix?: string; readonly suffix?: string }): boolean {
  if (prefix === undefined || typeof text !== "string" || !text.startsWith(prefix) || !text.endsWith(suffix)) return false;
  const name = text.slice(prefix.length, text.length - suffix.length);
  if (prefix.endsWith("__") && (name.startsWith("_") || name.includes("__"))) return false;
  return /^(?:\*|[A-Za-z0-9_-]+)$/.test(name);
}

/** Reports whether a piece that is in a file says nothing about who wrote it. */
export const isShared = (piece: Piece): boolean => piece.kind === "entries" && piece.shared === true;

/** A piece that starts the server. */
export const isServer = (piece: Piece): piece is EntriesPiece => piece.kind === "entries" && piece.mark !== undefined;

/** The problem of a key that has a value which isn't the project's. */
export function otherValue(path: KeyPath, piece: Piece): string {
  const help = isServer(piece) ? ": give one of the two another name, by `server:` in toolgen.yaml" : "";
  return `has '${path.join(".")}' with another value, which this project's toolgen didn't write${help}`;
}

/** All pieces as one value, for a file with nothing else. */
export const wholeValue = (pieces: readonly Piece[]): JsonObject =>
  pieces.map((piece) => nested(piece.path, pieceValue(piece))).reduce<JsonObject>((all, one) => merged(all, one), {});

function merged(a: JsonObject, b: JsonValue): JsonObject {
  if (!isJsonObject(b)) return a;
  const entries = Object.entries(b).map(([key, value]) => {
    const before = Object.hasOwn(a, key) ? a[key] : undefined;
    return [key, isJsonObject(before) ? merged(before, value) : value] as const;
  });
  return { ...a, ...Object.fromEntries(entries) };
}

/** Reports whether a value is a form of an entry that toolgen wrote: one of its texts holds the mark. */
export function hasMark(value: unknown, { mark }: Pick<Piece, "mark">): boolean {
  return mark !== undefined && JSON.stringify(value ?? null).includes(JSON.stringify(mark).slice(1, -1));
}

/** The syntax of a settings file, as its client reads it. */
export type Syntax = { readonly kind: "json"; readonly comments: boolean; readonly trailingCommas: boolean } | { readonly kind: "toml" };

/** Neither comments nor trailing commas: with one of them, the client ignores the file, or doesn't start. */
export const strictJson: Syntax = { kind: "json", comments: false, trailingCommas: false };

/** Comments, but no trailing commas. */
export const commentedJson: Syntax = { kind: "json", comments: true, trailingCommas: false };

/** Comments and trailing commas. */
export const lenientJson: Syntax = { kind: "json", comments: true, trailingCommas: true };

export const toml: Syntax = { kind: "toml" };
