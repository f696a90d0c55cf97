import { oneLine } from "./one-line.js";

/**
 * Characters that a terminal acts on, that it shows as nothing or as a plain space, and that change the direction of
 * writing. The ideographic space is as wide as the characters that it stands between.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{DI}\u2800]|(?![ \u3000])\p{Zs}/gu;

/** Marks that stand over or under a character. No script needs more than these on one; more would draw over other lines. */
const mostMarks = 4;
const marks = /(^|.)(\p{M}+)/gsu;

/**
 * Makes one line of untrusted text fit to be shown to the person who decides on it. Whatever would act on the terminal
 * or stay unseen is shown as a mark, `␛` or `<U+202E>`, and a tab as `→`.
 */
export function escapeControl(line: string): string {
  return line.replace(hidden, mark).replace(marks, (_, base: string, given: string) => {
    const allowed = base === "" ? 0 : mostMarks;
    const all = [...given];
    return base + all.slice(0, allowed).join("") + all.slice(allowed).map(codeMark).join("");
  });
}

function mark(character: string): string {
  if (character === "\t") return "→   ";
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "␡";
  return codeMark(character);
}

const codeMark = (character: string) => `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`;

/** A text of several lines, each as `visible` shows it. A last line break ends the last line. */
export function visibleLines(text: string): readonly string[] {
  return text
    .replace(/\r?\n$/, "")
    .split("\n")
    .map(escapeControl);
}

/** Shows a text as one line of something else. */
export const visibleLine = (text: string): string => escapeControl(countSpaces(oneLine(text.trim(), " ⏎ ")));

/** Shows a tab as `→` alone, and a row of spaces as their number: neither may move the rest of a line into another column. */
export const countSpaces = (line: string): string =>
  line.replaceAll("\t", "→").replace(/[ \u3000]{3,}/g, (spaces) => `<${spaces.length} spaces>`);
