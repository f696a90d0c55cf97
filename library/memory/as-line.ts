/** Invisible characters: control characters, and those that change a text's writing direction or hide text. */
const unseen = /[\p{Cc}\u200B\u2028\u2029\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]+/gu;

/** Markdown characters that would turn a line into a heading, a quotation or a list in its list. */
const marks = /^(?:(?:[-*+>]|#{1,6})(?:\s+|$))+/;

/** A position in a text at which agents include the file that is named after `@`. */
const inclusion = /(?<=^|\s)@(?=[\w./~])/g;

/** Formats a fact as one line of a list, so that it can't begin a new line or a heading, or include a file. */
export function asLine(fact: string): string {
  const words = fact.replaceAll(unseen, " ").replaceAll(/\s+/g, " ").trim();
  return words.replace(marks, "").replaceAll(inclusion, "\\@");
}
