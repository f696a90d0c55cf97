import type { SecretValues } from "../piece.js";

/** Characters of no alphabet. They stay as they are in JSON and TOML. */
const [opening, closing] = ["\uE000", "\uE001"];

/** Returns the text with the names of secrets in place of their values, between marks. */
export function hideSecrets(text: string, secrets: SecretValues): string {
  const values = Object.entries(secrets).sort(([, a], [, b]) => b.length - a.length);
  return values.reduce((all, [name, value]) => (value === "" ? all : all.replaceAll(value, `${opening}${name}${closing}`)), text);
}

/** Returns the text with the values of its secrets again, and the names of those that have none. */
export function revealSecrets(
  text: string,
  secretOf: (name: string) => string | undefined,
): { readonly text: string; readonly missing: readonly string[] } {
  const missing = new Set<string>();
  const revealed = text.replaceAll(/\uE000([^\uE001]*)\uE001/g, (mark, name: string) => {
    const value = secretOf(name);
    if (value === undefined) missing.add(name);
    return value ?? mark;
  });
  return { text: revealed, missing: [...missing] };
}

/** How to restore an earlier text, as one replacement: it contains no more of the earlier text than was removed. */
export interface Inverse {
  /** The first difference of the texts, in UTF-16 units. */
  readonly at: number;
  /** How many units of the new text are replaced. */
  readonly length: number;
  /** The removed text, without the `kept` parts. */
  readonly removed: string;
  /** Parts of it that are in the new text as well, such as values of the user's: they aren't stored twice. */
  readonly kept?: readonly KeptPart[];
}

interface KeptPart {
  /** The offset in what was removed. */
  readonly at: number;
  /** The offset in the new text. */
  readonly from: number;
  readonly length: number;
}

/** The inverse of a change. It contains no values of these secrets. */
export function makeInverse(before: string, after: string, secrets: SecretValues = {}): Inverse {
  const most = Math.min(before.length, after.length);
  let at = 0;
  while (at < most && before[at] === after[at]) at += 1;
  let end = 0;
  while (end < most - at && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  // A secret is hidden whole, also if the new text begins or ends as it does.
  for (const value of Object.values(secrets))
    for (let from = before.indexOf(value); value !== "" && from !== -1; from = before.indexOf(value, from + 1)) {
      const to = from + value.length;
      if (from < at && to > at) at = from;
      if (from < before.length - end && to > before.length - end) end = before.length - to;
    }
  const removed = hideSecrets(before.slice(at, before.length - end), secrets);
  const unchanged = [...removed.matchAll(/[^"'\r\n]{4,}/g)].flatMap(({ 0: part, index }) => {
    const from = after.indexOf(part);
    return from === -1 ? [] : [{ at: index, from, length: part.length }];
  });
  const rest = unchanged.reduceRight((text, part) => text.slice(0, part.at) + text.slice(part.at + part.length), removed);
  return { at, length: after.length - at - end, removed: rest, ...(unchanged.length > 0 && { kept: unchanged }) };
}

/** Returns the text before a change. */
export function applyInverse(after: string, { at, length, removed, kept = [] }: Inverse): string {
  const before = kept.reduce((text, part) => {
    const copied = after.slice(part.from, part.from + part.length);
    return text.slice(0, part.at) + copied + text.slice(part.at);
  }, removed);
  return after.slice(0, at) + before + after.slice(at + length);
}
