import type { ObservableValue } from "./observable-values.js";

/** The condition of a rule on calls: one of the listed values for each of these parameters. */
export type When = ReadonlyMap<string, readonly ObservableValue[]>;

/** The longest pattern that the client accepts as safe. */
const longestPatternChars = 2048;

/**
 * Returns a regular expression over arguments as Gemini CLI (0.61) tests `argsPattern`: JSON with sorted keys, with a
 * NUL before and after each member at the top. JSON has no NUL in a text, so the text after it is a key at the top and
 * can't come from a value that a model wrote. If a parameter must be absent, only these keys may be present, because
 * another key could be an alias of it. Returns `undefined` if it is longer than the client accepts.
 */
export function argsPattern(
  when: When,
  { params, isStrict }: { readonly params: readonly string[]; readonly isStrict: boolean },
): string | undefined {
  const names = [...new Set([...params, "wait_for_previous"])].sort().map((name) => keyOf(name).slice(1));
  const declaredKeys = isStrict ? `(?!${anything}\\x00"(?!(?:${names.join("|")}):))` : "";
  const pattern = `^${declaredKeys}${[...when].map(([param, given]) => oneOf(given.map((one) => seen(param, one)))).join("")}`;
  return pattern.length > longestPatternChars ? undefined : pattern;
}

/**
 * Without `.`, which doesn't match some line breaks that JSON leaves unescaped. A NUL that ends a member is followed by
 * `,` or `}`.
 */
const anything = "[^]*";

function seen(param: string, given: ObservableValue): string {
  const key = `${anything}\\x00${keyOf(param)}:`;
  switch (given.kind) {
    case "absent":
      return `(?!${key})`;
    case "is":
      return `(?=${key}${escaped(JSON.stringify(given.value))}\\x00)`;
    case "other":
      return `(?=${key}")${given.than.map((text) => `(?!${key}${escaped(JSON.stringify(text))}\\x00)`).join("")}`;
  }
}

const oneOf = (patterns: readonly string[]) => (patterns.length === 1 ? (patterns[0] ?? "") : `(?:${patterns.join("|")})`);
const keyOf = (param: string) => escaped(JSON.stringify(param));
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
