import type { AST } from "@eslint-community/regexpp";
import type { StepLimit } from "./step-limit.js";

/** An element that matches exactly one character. */
export type CharElement = AST.Character | AST.CharacterSet | AST.CharacterClass;

/**
 * A class of characters that no element of a pattern distinguishes, represented by one of them. A set of characters is
 * a bit mask over these.
 */
export interface Alphabet {
  readonly samples: readonly string[];
  readonly all: bigint;
  readonly maskOf: (element: CharElement) => bigint;
}

interface AlphabetOptions {
  readonly flags: string;
  readonly limit: StepLimit;
}

/**
 * Partitions all characters by the elements that match them, so that an automaton has a few symbols instead of a
 * million. Returns `undefined` if the elements are too many for the limit.
 */
export function alphabetOf(elements: readonly CharElement[], { flags, limit }: AlphabetOptions): Alphabet | undefined {
  const distinct = [...new Map(elements.map((element) => [element.raw, element])).values()];
  const tests = distinct.map((element) => matcherOf(element, flags));
  const symbols = new Map<string, string>();
  const codes = new Set([...readable, ...beyondAscii, ...distinct.flatMap(edges)]);
  if (!limit.take(codes.size * distinct.length)) return undefined;
  for (const code of codes) {
    if (code > 0xffff && !flags.includes("u")) continue;
    const char = String.fromCodePoint(code);
    const signature = tests.map((matches) => (matches(char, code) ? "1" : "0")).join("");
    if (!symbols.has(signature)) symbols.set(signature, char);
  }
  const signatures = [...symbols.keys()];
  const masks = distinct.map((_, i) =>
    signatures.reduce((mask, signature, bit) => (signature[i] === "1" ? mask | (1n << BigInt(bit)) : mask), 0n),
  );
  const byRaw = new Map(distinct.map((element, i) => [element.raw, masks[i] ?? 0n]));
  return {
    samples: [...symbols.values()],
    all: (1n << BigInt(signatures.length)) - 1n,
    maskOf: (element) => byRaw.get(element.raw) ?? 0n,
  };
}

/** The most readable character of a mask. */
export function sampleOf(alphabet: Alphabet, mask: bigint): string {
  return alphabet.samples.find((_, bit) => (mask >> BigInt(bit)) & 1n) ?? "";
}

/**
 * Unicode properties and case-insensitive ranges are too large to partition. Beyond ASCII, an element with one counts
 * as matching every character: extra matches can only make a pattern look slower than it is.
 */
function matcherOf(element: CharElement, flags: string): (char: string, code: number) => boolean {
  if (element.type === "Character" && !flags.includes("i")) return (_, code) => code === element.value;
  const broad = /\\p/i.test(element.raw) || (flags.includes("i") && element.type === "CharacterClass" && edges(element).length > 0);
  const set = new RegExp(`^${element.raw}$`, flags.replace(/[gym]/g, ""));
  return (char, code) => (broad && code > 127) || set.test(char);
}

/** ASCII, in the order that reads best in an example. */
const readable = [
  ...Array.from("abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ !", (char) => char.charCodeAt(0)),
  ...Array.from({ length: 95 }, (_, i) => i + 32),
  ...Array.from({ length: 32 }, (_, i) => 9 + i).map((code) => code % 32),
  127,
];

/**
 * White space, line ends and letters whose case folds into ASCII, which `\s`, `.` and `\w` distinguish; and characters
 * that nothing distinguishes.
 */
const beyondAscii = [
  ...[0xe9, 0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff, 0x17f, 0x212a, 0x4e2d, 0xd800, 0xdc00, 0x1f600],
  ...Array.from({ length: 11 }, (_, i) => 0x2000 + i),
];

/** The boundaries of the ranges beyond ASCII that an element names. */
function edges(element: CharElement): readonly number[] {
  const around = (min: number, max: number) =>
    max < 128 ? [] : [min, max, Math.max(0, min - 1), Math.min(max + 1, 0x10ffff)].filter((code) => code > 127);
  if (element.type === "Character") {
    const char = String.fromCodePoint(element.value);
    return [char, char.toLowerCase(), char.toUpperCase()].flatMap((one) => around(one.codePointAt(0) ?? 0, one.codePointAt(0) ?? 0));
  }
  if (element.type !== "CharacterClass") return [];
  return element.elements.flatMap((one) => {
    if (one.type === "CharacterClassRange") return around(one.min.value, one.max.value);
    return one.type === "Character" ? around(one.value, one.value) : [];
  });
}

/** The size of a part of a pattern after its limited repetitions are written out. */
interface Expansion {
  /** The states that match a character. */
  readonly states: number;
  /** All parts: of what is nested, each copy. */
  readonly elements: number;
  readonly canBeEmpty: boolean;
}

const leaf: Expansion = { states: 0, elements: 1, canBeEmpty: true };

/** Computes the size of an automaton from its pattern, in much less time than the automaton takes to build. */
export function expansionOf(alternatives: readonly AST.Alternative[], isRelaxed: boolean): Expansion {
  const parts = alternatives.map(({ elements }) => elements.map((element) => elementExpansion(element, isRelaxed)));
  return {
    states: total(parts.flat().map(({ states }) => states)),
    elements: total(parts.flat().map(({ elements }) => elements)),
    canBeEmpty: parts.some((elements) => elements.every(({ canBeEmpty }) => canBeEmpty)),
  };
}

function elementExpansion(element: AST.Element, isRelaxed: boolean): Expansion {
  switch (element.type) {
    case "Character":
    case "CharacterSet":
    case "CharacterClass":
      return { states: 1, elements: 1, canBeEmpty: false };
    case "Group":
    case "CapturingGroup": {
      const body = expansionOf(element.alternatives, isRelaxed);
      return { ...body, elements: body.elements + 1 };
    }
    case "Quantifier": {
      if (element.max === 0) return leaf;
      const body = elementExpansion(element.element, isRelaxed);
      const times = isRelaxed && !body.canBeEmpty ? 1 : copiesOf(element, isRelaxed);
      return {
        states: body.states * times,
        elements: 1 + body.elements * times,
        canBeEmpty: element.min === 0 || body.canBeEmpty,
      };
    }
    default:
      return leaf;
  }
}

/** The copies that `automatonOf` makes. It makes one for nothing where a limited repetition may be left out. */
function copiesOf({ min, max }: AST.Quantifier, isRelaxed: boolean): number {
  if (max === 1) return 1;
  if (max === Number.POSITIVE_INFINITY) return min + 1;
  if (isRelaxed) return Math.max(1, min) + (max === min ? 0 : 1);
  return min === 0 ? max + 1 : max;
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);
