import type { Node } from "jsonc-parser";
import type { JsonValue } from "../../contract/json-value.js";
import {
  type Edited,
  type EntriesPiece,
  hasMark,
  type ItemsPiece,
  isOwnRule,
  isStricter,
  type KeyPath,
  nested,
  otherValue,
  type Piece,
  pieceValue,
  type Syntax,
} from "../piece.js";
import {
  endOf,
  findNode,
  insertMembers,
  type JsonDocument,
  keyOf,
  type Member,
  nodeEquals,
  nodeValue,
  propertiesOf,
  readJson,
  removeMember,
} from "./json-document.js";

type JsonSyntax = Extract<Syntax, { readonly kind: "json" }>;

/** Adds the missing parts of a piece to a file. A key with another value isn't overwritten. */
export function addJsonPiece(text: string, syntax: JsonSyntax, piece: Piece): Edited {
  const read = readJson(text, syntax);
  if (!read.ok) return read;
  const found = findNode(read.document, piece.path);
  if ("problem" in found) return { ok: false, problem: found.problem };
  const { node, depth } = found;
  const [next, ...rest] = piece.path.slice(depth);
  if (next !== undefined) return inserted(read.document, node, [{ key: next, value: nested(rest, pieceValue(piece)) }]);
  if (piece.kind === "items") {
    if (node.type !== "array") return { ok: false, problem: `has '${piece.path.join(".")}', which is not a list` };
    const missing = piece.items.filter((item) => !propertiesOf(node).some((element) => nodeEquals(element, item)));
    return inserted(
      read.document,
      node,
      missing.map((value) => ({ value })),
    );
  }
  if (node.type !== "object") return { ok: false, problem: `has '${piece.path.join(".")}', which is not an object` };
  const { prefix, entries } = piece;
  const beside = propertiesOf(node)
    .map(keyOf)
    .find((key) => prefix !== undefined && key.startsWith(prefix) && !entries.some(([own]) => own === key));
  if (beside !== undefined) {
    const path = [...piece.path, beside].join(".");
    return { ok: false, problem: `has '${path}', over which '${entries[0]?.[0]}' would win: remove it, or give the server another name` };
  }
  const other = piece.entries.find(([key, value]) =>
    propertiesOf(node).some((one) => keyOf(one) === key && !nodeEquals(one.children?.[1], value)),
  );
  if (other !== undefined) return { ok: false, problem: otherValue([...piece.path, other[0]], piece) };
  const missing = piece.entries.filter(([key]) => !propertiesOf(node).some((one) => keyOf(one) === key));
  return inserted(
    read.document,
    node,
    missing.map(([key, value]) => ({ key, value })),
  );
}

const inserted = (document: JsonDocument, container: Node, members: readonly Member[]): Edited => ({
  ok: true,
  text: members.length === 0 ? document.text : insertMembers(document, container, members),
});

/** Removes a piece from a file, and the containers named by `made` if that leaves them empty. */
export function removeJsonPiece(text: string, syntax: JsonSyntax, piece: Piece, made: readonly KeyPath[] = []): Edited {
  let current = text;
  for (;;) {
    const read = readJson(current, syntax);
    if (!read.ok) return read;
    const found = findNode(read.document, piece.path);
    if ("problem" in found) return { ok: false, problem: found.problem };
    if (found.depth < piece.path.length) return { ok: true, text: current };
    const next = ownMembers(read.document, found.node, piece).at(-1);
    if (next === undefined) return { ok: true, text: removeEmptied(current, syntax, piece.path, made) };
    current = removeMember(current, next.parent ?? found.node, next);
  }
}

/** The members of a container that belong to a piece, or of the lists in them. */
function ownMembers(document: JsonDocument, container: Node, piece: Piece): readonly Node[] {
  const members = propertiesOf(container);
  const longer = piece.prefix === undefined ? [] : longerPrefixes(document, piece);
  const isRule = (text: unknown) => isOwnRule(text, piece) && !longer.some((other) => String(text).startsWith(other));
  const isKept = (text: unknown) => piece.kept?.includes(String(text)) === true;
  if (piece.kind === "items")
    return container.type === "array"
      ? members.filter(({ value }) => !isKept(value)).flatMap((member) => ownInItem(member, piece, isRule))
      : [];
  if (container.type !== "object") return [];
  const others = members.filter((member) => !isKept(keyOf(member)));
  return others.filter((member) => isOwnEntry(member, piece) || (isRule(keyOf(member)) && !isStricterEntry(member, piece)));
}

/** The rules about the server's tools in a file: elements of a list, or keys with their values. */
export function jsonRules(text: string, syntax: JsonSyntax, piece: Piece): readonly (readonly [rule: string, value: JsonValue])[] {
  const read = readJson(text, syntax);
  const found = read.ok ? findNode(read.document, piece.path) : undefined;
  const type = piece.kind === "items" ? "array" : "object";
  if (!read.ok || found === undefined || "problem" in found || found.depth < piece.path.length || found.node.type !== type) return [];
  const longer = longerPrefixes(read.document, piece);
  return propertiesOf(found.node).flatMap((property) => {
    const [key, value] = piece.kind === "items" ? [String(property.value), property] : [keyOf(property), property.children?.[1]];
    const isRule = isOwnRule(key, piece) && !longer.some((other) => key.startsWith(other));
    return isRule && value !== undefined ? [[key, nodeValue(value)] as const] : [];
  });
}

/** The prefixes of other servers that begin in the same way. */
function longerPrefixes(document: JsonDocument, piece: Piece): readonly string[] {
  const { prefix = "", servers } = piece;
  const lead = piece.kind === "items" ? (piece.lead ?? "") : "";
  if (servers === undefined) return [];
  const found = findNode(document, servers);
  if ("problem" in found || found.depth < servers.length || found.node.type !== "object") return [];
  return propertiesOf(found.node)
    .map((property) => `${lead}${keyOf(property)}_`)
    .filter((other) => other !== prefix && other.startsWith(prefix));
}

function isStricterEntry(property: Node, { entries }: EntriesPiece): boolean {
  const [value, own] = [property.children?.[1], entries.find(([key]) => key === keyOf(property))];
  return value !== undefined && own !== undefined && isStricter(nodeValue(value), own[1]);
}

/**
 * Finds toolgen's part of an element: all of it, or only its own commands in a list to which the user has added others.
 */
function ownInItem(element: Node, piece: ItemsPiece, isRule: (text: unknown) => boolean): readonly Node[] {
  if (piece.items.some((item) => nodeEquals(element, item)) || hasCommand(element, piece)) return [element];
  const { value } = element;
  if (isRule(value) && !String(value).includes("*")) return [element];
  const commands = propertiesOf(element).flatMap((property) => {
    const list = property.children?.[1];
    return list?.type === "array" ? propertiesOf(list) : [];
  });
  const own = commands.filter((command) => hasCommand(command, piece));
  return own.length > 0 && own.length === commands.length ? [element] : own;
}

/** Reports whether an element is the command, or has it under a key or as an element of its own. */
function hasCommand(node: Node, { mark, earlierMark }: ItemsPiece): boolean {
  if (mark === undefined) return false;
  const isCommand = (value: unknown) =>
    value === mark ||
    (typeof value === "string" && earlierMark !== undefined && value.startsWith("node -e ") && value.endsWith(earlierMark));
  if (node.type === "object") return propertiesOf(node).some(({ children }) => isCommand(children?.[1]?.value));
  return isCommand(node.value) || (node.type === "array" && propertiesOf(node).some(({ value }) => isCommand(value)));
}

function isOwnEntry(property: Node, piece: EntriesPiece): boolean {
  const value = property.children?.[1];
  const own = piece.entries.find(([key]) => key === keyOf(property));
  if (own === undefined || value === undefined) return false;
  return nodeEquals(value, own[1]) || hasMark(nodeValue(value), piece);
}

function removeEmptied(text: string, syntax: JsonSyntax, path: KeyPath, made: readonly KeyPath[]): string {
  let current = text;
  for (let length = path.length; length > 0; length--) {
    const inner = path.slice(0, length);
    if (!made.some((one) => one.join("\0") === inner.join("\0"))) return current;
    const read = readJson(current, syntax);
    if (!read.ok) return current;
    const container = findNode(read.document, inner.slice(0, -1));
    const emptied = findNode(read.document, inner);
    if ("problem" in container || "problem" in emptied || emptied.depth < length) return current;
    const inside = current.slice(emptied.node.offset + 1, endOf(emptied.node) - 1);
    const property = propertiesOf(container.node).find((one) => keyOf(one) === inner.at(-1));
    if (inside.trim() !== "" || property === undefined) return current;
    current = removeMember(current, container.node, property);
  }
  return current;
}

/** Returns true if a file contains all of a piece, and nothing of an earlier form of it. */
export function holdsJsonPiece(text: string, syntax: JsonSyntax, piece: Piece): boolean {
  const read = readJson(text, syntax);
  if (!read.ok) return false;
  const found = findNode(read.document, piece.path);
  if ("problem" in found || found.depth < piece.path.length) return pieceCount(piece) === 0;
  const members = ownMembers(read.document, found.node, piece);
  if (members.length !== pieceCount(piece)) return false;
  if (piece.kind === "items") return piece.items.every((item) => members.some((member) => nodeEquals(member, item)));
  return piece.entries.every(([key, value], i) => {
    const at = piece.prefix === undefined ? members.find((member) => keyOf(member) === key) : members[i];
    return at !== undefined && keyOf(at) === key && nodeEquals(at.children?.[1], value as JsonValue);
  });
}

const pieceCount = (piece: Piece) => (piece.kind === "items" ? piece.items.length : piece.entries.length);

/** The missing containers of a piece. */
export function missingContainers(text: string, syntax: JsonSyntax, { path }: Piece): readonly KeyPath[] {
  const read = readJson(text, syntax);
  const found = read.ok ? findNode(read.document, path) : undefined;
  const depth = found === undefined || "problem" in found ? 0 : found.depth;
  return path.flatMap((_, i) => (i >= depth ? [path.slice(0, i + 1)] : []));
}

/** The value at a path; `undefined` if there is none, or the file can't be read. */
export function jsonValueAt(text: string, syntax: JsonSyntax, path: KeyPath): JsonValue | undefined {
  const read = readJson(text, syntax);
  const found = read.ok ? findNode(read.document, path) : undefined;
  return found === undefined || "problem" in found || found.depth < path.length ? undefined : nodeValue(found.node);
}
