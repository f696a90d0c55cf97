import { oneLine } from "./one-line.js";

/** Combining marks: no script needs more than this many on one character, and more would draw over other lines. */
const mostMarks = 4;

/**
 * Makes one line of untrusted text safe to show to the user who decides on it. Control and invisible characters are
 * shown as a symbol, `␛` or `<U+202E>`, and a tab as `→`.
 */
export function escapeControl(line: string): string {
  // Most lines have nothing to escape, and to create an expression with Unicode properties takes most of a millisecond.
  if (/^[ -~]*$/.test(line)) return line;
  // Characters that control a terminal, that are invisible or look like a plain space, and that change the writing
  // direction. The ideographic space is as wide as the characters around it.
  const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{DI}\u2800]|(?![ \u3000])\p{Zs}/gu;
  const marks = /(^|.)(\p{M}+)/gsu;
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

/** Escapes a text of several lines. A last line break ends the last line. */
export function visibleLines(text: string): readonly string[] {
  return text
    .replace(/\r?\n$/, "")
    .split("\n")
    .map(escapeControl);
}

/** Shows a text as one line of something else. */
export const visibleLine = (text: string): string => escapeControl(countSpaces(oneLine(text.trim(), " ⏎ ")));

/** Shows a tab as `→` alone, and a run of spaces as their number, so that neither can shift the rest of a line. */
export const countSpaces = (line: string): string =>
  line.replaceAll("\t", "→").replace(/[ \u3000]{3,}/g, (spaces) => `<${spaces.length} spaces>`);
