import { type AST, RegExpParser } from "@eslint-community/regexpp";

export type { AST } from "@eslint-community/regexpp";

/** The flags of a regular expression that affect what it matches. JSON Schema's patterns have `u`. */
export type PatternFlags = string;

/** Parses a JavaScript regular expression; `undefined` if it isn't one. */
export function parsePattern(pattern: string, flags: PatternFlags = "u"): AST.Pattern | undefined {
  try {
    return new RegExpParser({ ecmaVersion: 2024 }).parsePattern(pattern, 0, pattern.length, { unicode: flags.includes("u") });
  } catch {
    return undefined;
  }
}
