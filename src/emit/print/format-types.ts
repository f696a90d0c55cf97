import { unreachable } from "../../diagnostics/invariant.js";
import { parseTypes } from "./parse-types.js";
import type { DeclarationSyntax, MemberSyntax, SetSyntax, TypeSyntax } from "./type-syntax.js";

/** The longest line of a printed type. */
const printWidth = 140;

/**
 * Parses what json-schema-to-typescript prints without formatting it, and lays it out as Prettier does. Strings and
 * numbers stay as they are. Throws at everything but declarations of types.
 */
export const formatTypes = (printed: string): string => layOutTypes(parseTypes(printed));

/** Prints declarations as Prettier would. */
export function layOutTypes(declarations: readonly DeclarationSyntax[]): string {
  const lines = declarations.flatMap(({ comment, head, type, isInterface, followsBlankLine }) => {
    const declared = isInterface ? `${head} ${broken(type, atStart(0, 0))}` : typeAfter(head, type, 0);
    return [...(followsBlankLine ? [""] : []), ...comment, declared];
  });
  return lines.join("\n");
}

/** A type after the name of its member or alias. */
function typeAfter(head: string, type: TypeSyntax, indent: number): string {
  const place = { indent, column: indent + head.length + 1, after: 1 };
  return isSplitUnion(type, place) ? `${head}\n${unionLines(type, indent + 2)};` : `${head} ${layOut(type, place)};`;
}

function member({ comment, name, type }: MemberSyntax, indent: number): string {
  return [...comment, typeAfter(name, type, indent)].map((line) => spaces(indent) + line).join("\n");
}

interface Place {
  /** The indent of the line on which a type begins. */
  readonly indent: number;
  /** The column at which it begins. */
  readonly column: number;
  /** The number of characters that follow it on its last line. */
  readonly after: number;
}

const spaces = (count: number) => " ".repeat(count);
const atStart = (indent: number, after: number): Place => ({ indent, column: indent, after });

function layOut(type: TypeSyntax, place: Place): string {
  const line = onOneLine(type);
  return fits(line, place) ? line : broken(type, place);
}

function fits(line: string | undefined, { column, after }: Place): line is string {
  return line !== undefined && column + line.length + after <= printWidth;
}

/** Returns `undefined` for a type that has an object on several lines. */
function onOneLine(type: TypeSyntax): string | undefined {
  switch (type.kind) {
    case "word":
      return type.text;
    case "array":
      return joined([inParentheses(type.element)], (element) => `${element.join()}[]`);
    case "tuple":
      return joined(
        type.elements.map((one) => onOneLine(one.type)),
        (elements) => `[${elements.map((text, i) => (type.elements[i]?.isRest ? `...${text}` : text)).join(", ")}]`,
      );
    case "object":
      if (type.members.length === 0) return "{}";
      if (!type.isInline) return undefined;
      return joined(
        type.members.map((one) => onOneLine(one.type)),
        (types) => `{ ${types.map((text, i) => `${type.members[i]?.name} ${text}`).join("; ")} }`,
      );
    case "set":
      return joined(type.types.map(inParentheses), (types) => types.join(` ${type.operator} `));
    default:
      return unreachable(type);
  }
}

function joined(parts: readonly (string | undefined)[], join: (parts: readonly string[]) => string): string | undefined {
  const texts = parts.filter((part) => part !== undefined);
  return texts.length === parts.length ? join(texts) : undefined;
}

/** A member of a set, or the element of an array. */
function inParentheses(type: TypeSyntax): string | undefined {
  const line = onOneLine(type);
  return type.kind === "set" && line !== undefined ? `(${line})` : line;
}

/** A type on several lines, of which the first is already indented. */
function broken(type: TypeSyntax, place: Place): string {
  const { indent, after } = place;
  const inner = indent + 2;
  switch (type.kind) {
    case "word":
      return type.text;
    case "array":
      return `${nested(type.element, { ...place, after: after + 2 })}[]`;
    case "tuple": {
      const lay = type.elements.length > 1 ? elementOfSeveral : layOut;
      const elements = type.elements.map((one) => spaces(inner) + (one.isRest ? "..." : "") + lay(one.type, atStart(inner, 1)));
      return `[\n${elements.join(",\n")}\n${spaces(indent)}]`;
    }
    case "object":
      if (type.members.length === 0) return "{}";
      return `{\n${type.members.map((one) => member(one, inner)).join("\n")}\n${spaces(indent)}}`;
    case "set":
      if (type.operator === "&") return intersection(type, indent);
      if (isHugged(type)) return type.types.map((one) => nested(one, atStart(indent, 0))).join(" | ");
      return unionLines(type, indent).trimStart();
    default:
      return unreachable(type);
  }
}

/** Objects begin on the line of the type before, other types on their own. */
function intersection({ types }: SetSyntax, indent: number): string {
  const inner = indent + 2;
  let laidOut = "";
  let isIndented = false;
  for (const [i, type] of types.entries()) {
    const before = types[i - 1];
    const isOnOwnLine = before !== undefined && before.kind !== "object" && type.kind !== "object";
    isIndented ||= i > 1 && !isOnOwnLine && (before?.kind !== "object" || type.kind !== "object");
    const operator = before === undefined ? "" : isOnOwnLine ? ` &\n${spaces(inner)}` : " & ";
    laidOut += operator + nested(type, atStart(isOnOwnLine || isIndented ? inner : indent, 2));
  }
  return laidOut;
}

/** A type with parentheses around it if it is a set. */
function nested(type: TypeSyntax, place: Place): string {
  if (type.kind !== "set") return layOut(type, place);
  const inner = { ...place, column: place.column + 1, after: place.after + 1 };
  if (!isSplitUnion(type, inner)) return `(${layOut(type, inner)})`;
  return `(\n${unionLines(type, place.indent + 2)}\n${spaces(place.indent)})`;
}

const elementOfSeveral = (type: TypeSyntax, place: Place) => (isSplitUnion(type, place) ? nested(type, place) : layOut(type, place));

/** Tells a union that gets a line for each of its types. */
function isSplitUnion(type: TypeSyntax, place: Place): type is SetSyntax {
  return type.kind === "set" && type.operator === "|" && !isHugged(type) && !fits(onOneLine(type), place);
}

/** An object or nothing. */
const isHugged = ({ types }: SetSyntax) =>
  types.filter(({ kind }) => kind === "object").length === 1 &&
  types.every((type) => type.kind === "object" || (type.kind === "word" && type.text === "null"));

function unionLines({ types }: SetSyntax, indent: number): string {
  return types.map((type, i) => `${spaces(indent)}| ${nested(type, atStart(indent + 2, i === types.length - 1 ? 1 : 0))}`).join("\n");
}
