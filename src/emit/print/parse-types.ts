import { InternalError } from "../../diagnostics/invariant.js";
import type { DeclarationSyntax, MemberSyntax, ObjectSyntax, TupleElement, TypeSyntax } from "./type-syntax.js";
import { type TypeToken, typeTokens } from "./type-tokens.js";

/**
 * Parses what json-schema-to-typescript prints without formatting it. Throws at everything but declarations of types:
 * so a text of a spec that breaks out of its comment or its string is an error.
 */
export function parseTypes(printed: string): readonly DeclarationSyntax[] {
  const tokens: Tokens = { list: typeTokens(printed), at: 0 };
  const declarations: DeclarationSyntax[] = [];
  let separator = take(tokens, "newline") ?? "";
  while (take(tokens, "end") === undefined) {
    if (declarations.length > 0 && separator === "") throw unexpected(tokens);
    declarations.push(declaration(tokens, separator.length > 1 && declarations.length > 0));
    separator = take(tokens, "newline") ?? "";
  }
  return declarations;
}

/** Parses one type. */
export function parseType(printed: string): TypeSyntax {
  const tokens: Tokens = { list: typeTokens(printed), at: 0 };
  const type = setSyntax(tokens);
  expectToken(tokens, "end");
  return type;
}

interface Tokens {
  readonly list: readonly TypeToken[];
  at: number;
}

const next = ({ list, at }: Tokens): TypeToken => list[at] ?? { kind: "end", text: "" };
const unexpected = (tokens: Tokens) => new InternalError(`printed types have an unexpected ${next(tokens).kind}, token ${tokens.at}`);

/** Takes the next token if it is of this kind, and has one of these texts. */
function take(tokens: Tokens, kind: TypeToken["kind"], ...texts: readonly string[]): string | undefined {
  const { kind: found, text } = next(tokens);
  if (found !== kind || (texts.length > 0 && !texts.includes(text))) return undefined;
  tokens.at++;
  return text;
}

function expectToken(tokens: Tokens, kind: TypeToken["kind"], ...texts: readonly string[]): string {
  const text = take(tokens, kind, ...texts);
  if (text === undefined) throw unexpected(tokens);
  return text;
}

const isMark = (tokens: Tokens, text: string) => take(tokens, "mark", text) !== undefined;

function declaration(tokens: Tokens, followsBlankLine: boolean): DeclarationSyntax {
  const comment = commentLines(tokens);
  expectToken(tokens, "word", "export");
  const isInterface = expectToken(tokens, "word", "interface", "type") === "interface";
  const name = checkedName(expectToken(tokens, "word"), tokens);
  if (!isInterface) expectToken(tokens, "mark", "=");
  const head = isInterface ? `export interface ${name}` : `export type ${name} =`;
  return { comment, head, type: isInterface ? objectSyntax(tokens) : setSyntax(tokens), isInterface, followsBlankLine };
}

function commentLines(tokens: Tokens): readonly string[] {
  const comment = take(tokens, "comment");
  if (comment === undefined) return [];
  expectToken(tokens, "newline");
  return comment.split("\n").map((line) => line.trimEnd());
}

/** A union of intersections, or what either consists of. */
function setSyntax(tokens: Tokens, operator: "|" | "&" = "|"): TypeSyntax {
  const part = () => (operator === "|" ? setSyntax(tokens, "&") : arraySyntax(tokens));
  const first = part();
  const types = [first];
  while (isMark(tokens, operator)) types.push(part());
  return types.length === 1 ? first : { kind: "set", operator, types };
}

function arraySyntax(tokens: Tokens): TypeSyntax {
  let type = singleType(tokens);
  while (isMark(tokens, "[")) {
    expectToken(tokens, "mark", "]");
    type = { kind: "array", element: type };
  }
  return type;
}

function singleType(tokens: Tokens): TypeSyntax {
  if (isMark(tokens, "(")) {
    const type = setSyntax(tokens);
    expectToken(tokens, "mark", ")");
    return type;
  }
  if (isMark(tokens, "[")) return { kind: "tuple", elements: tupleElements(tokens) };
  if (next(tokens).text === "{") return objectSyntax(tokens);
  const literal = take(tokens, "string") ?? take(tokens, "number");
  return { kind: "word", text: literal ?? checkedName(expectToken(tokens, "word"), tokens) };
}

const keywords = new Set("string number boolean object null undefined unknown any never true false".split(" "));

/** toolgen's names of types begin with a capital or an underscore, as no reserved word does. */
function checkedName(word: string, tokens: Tokens): string {
  if (!keywords.has(word) && !/^[A-Z_]/.test(word)) throw unexpected(tokens);
  return word;
}

function tupleElements(tokens: Tokens): readonly TupleElement[] {
  const elements: TupleElement[] = [];
  while (!isMark(tokens, "]")) {
    if (elements.length > 0) expectToken(tokens, "mark", ",");
    elements.push({ isRest: isMark(tokens, "..."), type: setSyntax(tokens) });
  }
  return elements;
}

function objectSyntax(tokens: Tokens): ObjectSyntax {
  expectToken(tokens, "mark", "{");
  const isInline = take(tokens, "newline") === undefined;
  const members: MemberSyntax[] = [];
  while (!isMark(tokens, "}")) {
    members.push({ comment: commentLines(tokens), name: memberName(tokens), type: setSyntax(tokens) });
    if (next(tokens).text !== "}") expectToken(tokens, isInline ? "mark" : "newline", ...(isInline ? [","] : []));
  }
  return { kind: "object", members, isInline };
}

function memberName(tokens: Tokens): string {
  const simple = take(tokens, "index") ?? take(tokens, "word") ?? take(tokens, "string") ?? computedName(tokens);
  const optional = isMark(tokens, "?") ? "?" : "";
  expectToken(tokens, "mark", ":");
  return `${simple}${optional}:`;
}

/** `["__proto__"]`, as `propertyKey` prints it. */
function computedName(tokens: Tokens): string {
  expectToken(tokens, "mark", "[");
  const name = expectToken(tokens, "string");
  expectToken(tokens, "mark", "]");
  return `[${name}]`;
}
