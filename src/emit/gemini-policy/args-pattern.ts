import type { ObservableValue } from "./observable-values.js";

/** The condition of a rule on calls: one of the listed values for each of these parameters. */
export type When = ReadonlyMap<string, readonly ObservableValue[]>;

/** As long as the client takes a pattern for safe. */
const longest = 2048;

/**
 * A regular expression over arguments as Gemini CLI (0.61) tests `argsPattern`: JSON with sorted keys, in which NUL stands before and after each member at the
 * top. JSON has no NUL in a text, so what stands after it is a key at the top and nothing that a model wrote inside of a value. Where something is
 * absent, no other key than these may be there, under which it could be meant. `undefined`: it gets longer than the client takes.
 */
export function argsPattern(
  when: When,
  { params, isStrict }: { readonly params: readonly string[]; readonly isStrict: boolean },
): string | undefined {
  const names = [...new Set([...params, "wait_for_previous"])].sort().map((name) => keyOf(name).slice(1));
  const known = isStrict ? `(?!${anything}\\x00"(?!(?:${names.join("|")}):))` : "";
  const pattern = `^${known}${[...when].map(([param, given]) => oneOf(given.map((one) => seen(param, one)))).join("")}`;
  return pattern.length > longest ? undefined : pattern;
}

/** Without `.`, which stops at some line breaks that JSON leaves as they are. A NUL that ends a member is followed by `,` or `}`. */
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
