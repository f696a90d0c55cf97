import { InternalError } from "../../diagnostics/invariant.js";

export interface TypeToken {
  readonly kind: "comment" | "string" | "number" | "word" | "space" | "newline" | "index" | "mark" | "end";
  readonly text: string;
}

/**
 * The only texts that types consist of. Each ends where TypeScript's scanner ends it: a comment at the first `*` and
 * `/`, which must be its last line, and a string at the first quote without a backslash.
 */
const patterns = {
  comment: /\/\*\*\n(?: (?!\*\/)\*(?:(?!\*\/).)*\n)* \*\//y,
  string: /"[^"\\\r\n]*(?:\\(?:["\\/bfnrt]|u[\da-f]{4})[^"\\\r\n]*)*"/y,
  number: /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]\d+)?(?![\w$.])/y,
  word: /[A-Za-z_$][\w$]*/y,
  space: / +/y,
  newline: /\n+/y,
  index: /\[k: string\]/y,
  mark: /\.\.\.|[{}[\]()|&:?,=]/y,
} as const;

/** Splits printed types into their tokens. Throws at anything that is not one. */
export function typeTokens(printed: string): readonly TypeToken[] {
  const tokens: TypeToken[] = [];
  let at = 0;
  while (at < printed.length) {
    const token = tokenAt(printed, at);
    if (token === undefined) throw new InternalError(`printed types have no token at offset ${at}`);
    at += token.text.length;
    if (token.kind !== "space") tokens.push(token);
  }
  return [...tokens, { kind: "end", text: "" }];
}

function tokenAt(printed: string, at: number): TypeToken | undefined {
  for (const kind of Object.keys(patterns) as (keyof typeof patterns)[]) {
    const pattern = patterns[kind];
    pattern.lastIndex = at;
    const text = pattern.exec(printed)?.[0];
    if (text !== undefined) return { kind, text };
  }
  return undefined;
}
