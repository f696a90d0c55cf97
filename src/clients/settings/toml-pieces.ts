import { isDeepStrictEqual } from "node:util";
import { parse, patch } from "@decimalturn/toml-patch";
import { isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import { type Edited, type EntriesPiece, hasMark, type KeyPath, otherValue } from "../piece.js";

type Table = Readonly<Record<string, unknown>>;

/**
 * Adds tables to a TOML file: as a block at its end, as a person would write it. If that isn't possible, for example
 * beside an inline table, the editor of `@decimalturn/toml-patch` adds them. Both are checked by parsing: nothing else
 * may change.
 */
export function addTomlPiece(text: string, piece: EntriesPiece): Edited {
  const before = readToml(text);
  if (!before.ok) return before;
  const missing = piece.entries.filter(([key]) => tableAt(before.value, [...piece.path, key]) === undefined);
  const other = piece.entries.find(([key, value]) => {
    const present = tableAt(before.value, [...piece.path, key]);
    return present !== undefined && !isDeepStrictEqual(plain(present), plain(value));
  });
  if (other !== undefined) return { ok: false, problem: otherValue([...piece.path, other[0]], piece) };
  if (missing.length === 0) return { ok: true, text };
  const expected = missing.reduce<Table>((all, [key, value]) => withValue(all, [...piece.path, key], value), before.value);
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const separator = text === "" ? "" : text.endsWith("\n") ? newline : newline + newline;
  const block = missing.map(([key, value]) => printTables([...piece.path, key], value)).join("\n");
  return firstThatEquals(expected, [() => text + separator + block.replaceAll("\n", newline), () => patched(text, expected)]);
}

/** Returns the line breaks that a text from `addTomlPiece` has before its block; `undefined` if it has none. */
export function separatorOf(before: string, after: string): string | undefined {
  return after.startsWith(before) ? /^[\r\n]*/.exec(after.slice(before.length))?.[0] : undefined;
}

/** Removes tables from a TOML file: as the block that was added, with the separator before it, or by the editor. */
export function removeTomlPiece(text: string, piece: EntriesPiece, separator?: string): Edited {
  let current = text;
  for (const [key, value] of piece.entries) {
    const read = readToml(current);
    if (!read.ok) return read;
    const present = tableAt(read.value, [...piece.path, key]);
    if (present === undefined || !isOwn(present, value, piece)) continue;
    const expected = withoutValue(read.value, [...piece.path, key]);
    const edited = firstThatEquals(expected, [
      () => withoutBlock(current, printTables([...piece.path, key], value), separator),
      () => patched(current, expected),
    ]);
    if (!edited.ok) return edited;
    current = edited.text;
  }
  return { ok: true, text: current };
}

/** Checks that a file holds all of a piece. */
export function holdsTomlPiece(text: string, piece: EntriesPiece): boolean {
  const read = readToml(text);
  return (
    read.ok && piece.entries.every(([key, value]) => isDeepStrictEqual(plain(tableAt(read.value, [...piece.path, key])), plain(value)))
  );
}

type ReadToml = { readonly ok: true; readonly value: Table } | { readonly ok: false; readonly problem: string };

export function readToml(text: string): ReadToml {
  try {
    return { ok: true, value: parse(text) };
  } catch (error) {
    const [line] = String(error instanceof Error ? error.message : error).split("\n");
    return { ok: false, problem: `isn't valid TOML: ${line}` };
  }
}

/** A table without the classes of the parser, so that it can be compared. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null, (_key, one) => (typeof one === "bigint" ? String(one) : one)));

const isOwn = (present: unknown, value: JsonValue, piece: EntriesPiece) =>
  isDeepStrictEqual(plain(present), plain(value)) || hasMark(plain(present), piece);

function tableAt(table: unknown, [key, ...rest]: KeyPath): unknown {
  if (key === undefined) return table;
  return isJsonObject(table) && Object.hasOwn(table, key) ? tableAt(table[key], rest) : undefined;
}

function withValue(table: unknown, [key, ...rest]: KeyPath, value: JsonValue): Table {
  const own: Table = isJsonObject(table) ? table : {};
  if (key === undefined) return own;
  return { ...own, [key]: rest.length === 0 ? value : withValue(own[key], rest, value) };
}

function withoutValue(table: Table, [key = "", ...rest]: KeyPath): Table {
  const { [key]: inner, ...others } = table;
  if (rest.length === 0 || !isJsonObject(inner)) return others;
  const remaining = withoutValue(inner, rest);
  return Object.keys(remaining).length === 0 ? others : { ...table, [key]: remaining };
}

/** The first text that parses to an expected value, empty tables aside. */
function firstThatEquals(expected: Table, texts: readonly (() => string | undefined)[]): Edited {
  for (const make of texts) {
    const text = make();
    const read = text === undefined ? undefined : readToml(text);
    if (text !== undefined && read?.ok && isDeepStrictEqual(withoutEmpty(plain(read.value)), withoutEmpty(plain(expected))))
      return { ok: true, text };
  }
  return { ok: false, problem: "has a structure in which toolgen can't change it without changing other settings" };
}

function withoutEmpty(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withoutEmpty(inner)] as const);
  return Object.fromEntries(entries.filter(([, inner]) => !(isJsonObject(inner) && Object.keys(inner).length === 0)));
}

function patched(text: string, value: Table): string | undefined {
  try {
    // Trailing commas in inline tables are of TOML 1.1, which Codex' parser may not support.
    return patch(text, value, { trailingComma: false });
  } catch {
    return undefined;
  }
}

function withoutBlock(text: string, block: string, separator: string | undefined): string | undefined {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const at = text.indexOf(block.replaceAll("\n", newline));
  if (at === -1) return undefined;
  const head = text.slice(0, at);
  const rest = text.slice(at + block.replaceAll("\n", newline).length);
  if (separator !== undefined && head.endsWith(separator)) return head.slice(0, head.length - separator.length) + rest;
  return (head.endsWith(newline + newline) ? head.slice(0, -newline.length) : head) + rest;
}

/** A table and the tables in it, each under its own header. */
function printTables(path: KeyPath, value: JsonValue): string {
  const [key = "", ...inside] = path;
  if (inside.length === 0 && !isJsonObject(value)) return `${printKey(key)} = ${printValue(value)}\n`;
  const table: JsonObject = isJsonObject(value) ? value : {};
  const inner = Object.entries(table).filter(([, one]) => isJsonObject(one));
  const own = Object.entries(table).filter(([, one]) => !isJsonObject(one));
  const lines = own.map(([key, one]) => `${printKey(key)} = ${printValue(one)}\n`);
  const header = `[${path.map(printKey).join(".")}]\n`;
  const hasHeader = own.length > 0 || inner.length === 0;
  return [...(hasHeader ? [header + lines.join("")] : []), ...inner.map(([key, one]) => printTables([...path, key], one))].join("\n");
}

const printKey = (key: string) => (/^[A-Za-z0-9_-]+$/.test(key) ? key : printValue(key));

function printValue(value: JsonValue): string {
  if (Array.isArray(value)) {
    const printed = value.map((one: JsonValue) => printValue(one));
    return value.some(isJsonObject) ? `[\n${printed.map((one) => `  ${one},\n`).join("")}]` : `[${printed.join(", ")}]`;
  }
  if (isJsonObject(value)) {
    const entries = Object.entries(value).map(([key, one]) => `${printKey(key)} = ${printValue(one)}`);
    return `{ ${entries.join(", ")} }`;
  }
  // JSON's escapes are those of TOML's basic strings, except for DEL.
  return JSON.stringify(value).replaceAll("\x7f", "\\u007F");
}

/** The value at a path; `undefined` if there is none, or the file can't be read. */
export function tomlValueAt(text: string, path: KeyPath): JsonValue | undefined {
  const read = readToml(text);
  const value = read.ok ? tableAt(read.value, path) : undefined;
  return value === undefined ? undefined : (plain(value) as JsonValue);
}
