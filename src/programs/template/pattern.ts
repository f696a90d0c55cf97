import { type AST, parsePattern } from "../../call/slow-pattern.js";

/**
 * Returns true if every text that a pattern allows begins with a character other than `-`: the first required character
 * after `^` can't be one (lookaheads are skipped, and a top-level alternative decides nothing).
 */
export const cannotBeginWithDash = (pattern: string): boolean => cannotBeginWith(pattern, "-");

/** Returns true if every text that a pattern allows begins with a character other than this ASCII character. */
export function cannotBeginWith(pattern: string, char: string): boolean {
  const parsed = parsePattern(pattern);
  const [only, ...others] = parsed?.alternatives ?? [];
  const [first, ...rest] = only?.elements ?? [];
  if (only === undefined || others.length > 0 || first?.type !== "Assertion" || first.kind !== "start") return false;
  return beginning(rest, char.charCodeAt(0)) === "safe";
}

type Beginning = "safe" | "it" | "nothing";

/**
 * Returns how a run of elements can begin: never with the character, possibly with it, or possibly with nothing (and
 * otherwise not with it).
 */
function beginning(elements: readonly AST.Element[], char: number): Beginning {
  for (const element of elements) {
    const own = elementBeginning(element, char);
    if (own !== "nothing") return own;
  }
  return "nothing";
}

function elementBeginning(element: AST.Element, char: number): Beginning {
  switch (element.type) {
    case "Assertion":
      return element.kind === "lookahead" || element.kind === "start" ? "nothing" : "it";
    case "Character":
      return element.value === char ? "it" : "safe";
    case "CharacterClass":
    case "CharacterSet":
      return includesChar(element, char) ? "it" : "safe";
    case "Group":
    case "CapturingGroup": {
      const all = element.alternatives.map((alternative) => beginning(alternative.elements, char));
      if (all.includes("it")) return "it";
      return all.includes("nothing") ? "nothing" : "safe";
    }
    case "Quantifier": {
      const inner = elementBeginning(element.element, char);
      return inner === "safe" && element.min === 0 ? "nothing" : inner;
    }
    default:
      return "it";
  }
}

function includesChar(element: AST.CharacterClass | AST.CharacterSet | AST.CharacterClassElement, char: number): boolean {
  return new RegExp(`^${element.raw.startsWith("[") || element.type === "CharacterSet" ? element.raw : `[${element.raw}]`}$`, "u").test(
    String.fromCharCode(char),
  );
}

/** Letters, digits and `_@%+=:,./-`: in no language can these end or join text that an author wrote. */
const plain = /^[A-Za-z0-9_@%+=:,./-]$/;

/** Returns true if a pattern, from `^` to `$`, allows only plain characters. */
export const isPlain = (pattern: string): boolean => consistsOf(pattern, those(plain));

/** Returns true if a pattern, from `^` to `$`, allows only letters, digits and `_`. */
export const isWordly = (pattern: string): boolean => consistsOf(pattern, those(/^[A-Za-z0-9_]$/));

/** Returns true if a pattern, from `^` to `$`, allows only digits. */
export const isDigits = (pattern: string): boolean => consistsOf(pattern, those(/^[0-9]$/));

const those = (chars: RegExp): Admitted => ({ character: (char) => chars.test(char), set: (raw) => isSetOf(raw, chars) });

/** Returns true if no text that a pattern allows, from `^` to `$`, contains one of these characters. */
export function admitsNone(pattern: string, characters: string): boolean {
  const isOther = (raw: string) => !Array.from(characters).some((char) => new RegExp(`^${raw}$`, "u").test(char));
  return consistsOf(pattern, { character: (char) => !characters.includes(char), set: isOther });
}

interface Admitted {
  readonly character: (char: string) => boolean;
  readonly set: (raw: string) => boolean;
}

function consistsOf(pattern: string, admitted: Admitted): boolean {
  const [only, ...others] = parsePattern(pattern)?.alternatives ?? [];
  const elements = only?.elements ?? [];
  const [first, last] = [elements[0], elements.at(-1)];
  if (others.length > 0 || first?.type !== "Assertion" || first.kind !== "start" || last?.type !== "Assertion" || last.kind !== "end")
    return false;
  return elements.slice(1, -1).every((element) => isAdmitted(element, admitted));
}

function isAdmitted(element: AST.Element, admitted: Admitted): boolean {
  switch (element.type) {
    case "Character":
      return admitted.character(String.fromCodePoint(element.value));
    case "CharacterClass":
    case "CharacterSet":
      return admitted.set(element.raw);
    case "Group":
    case "CapturingGroup":
      return element.alternatives.every((alternative) => alternative.elements.every((inner) => isAdmitted(inner, admitted)));
    case "Quantifier":
      return isAdmitted(element.element, admitted);
    case "Assertion":
      return element.kind === "lookahead";
    default:
      return false;
  }
}

/**
 * A set is tested on all of ASCII and on samples beyond it: a class that contains other characters matches one of these
 * or spells them out.
 */
function isSetOf(raw: string, chars: RegExp): boolean {
  const set = new RegExp(`^${raw}$`, "u");
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  if (raw.startsWith("[^") || /[^\x00-\x7f]|\\[pPuxDSW]/.test(raw)) return false;
  return ascii.every((char) => chars.test(char) || !set.test(char)) && !set.test("é") && !set.test("\u2028");
}
