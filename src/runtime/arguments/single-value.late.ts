import { plain } from "../text/closest.js";

/** Words that mean that there is nothing, or that aren't a text. */
const words = /^(?:null|none|nil|undefined|nan|n\/a|true|false)$/i;

/** Characters of markup, code and JSON. An apostrophe inside a word isn't one. */
const syntax = /[<>{}()[\]"`=\n\r]|(?<![\p{L}\p{N}])'|'(?![\p{L}\p{N}])/u;

/** A key before its value, as in YAML. The colon of a URL, a time or a drive has no space after it. */
const key = /^[-*\s]*[\w$.][\w$.-]*\s*:(?:\s|$)/;

/** Returns true for several words that end as a sentence does. */
const isSentence = (text: string) => /\s/.test(text) && /[.!?:\u2026]$/u.test(text);

/** A letter or a digit. */
const letter = /[\p{L}\p{N}]/u;

/**
 * Returns true if a text that came in place of the arguments can only be a value: one line without syntax, which
 * doesn't begin with a name of the call, isn't a sentence and isn't a word for nothing. Anything else may be a call in
 * another notation.
 */
export function isSingleValue(text: string, names: readonly string[]): boolean {
  const value = text.trim();
  if (value === "" || words.test(value) || syntax.test(value) || key.test(value) || isSentence(value)) return false;
  const first = /^[\w$.-]+/.exec(value)?.[0] ?? "";
  return first === value || first === "" || !names.some((name) => plain(name) === plain(first));
}

/**
 * Returns true if a text can only be one element of a list: a single word without the characters that separate, quote
 * or bracket elements. A text of several words may be several elements.
 */
export function isSingleElement(text: string): boolean {
  return letter.test(text) && !words.test(text) && !/[\s,;|]/.test(text) && !syntax.test(text.replaceAll("=", ""));
}
