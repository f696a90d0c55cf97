import { printable } from "../../diagnostics/printable.js";

/** Sequences that select graphic rendition: colours and styles. */
const renditions = /(\x1b\[[\d;:]*m)/;
/**
 * Those that set and reset colour and bold. Others can hide text, for example with one colour for letters and
 * background.
 */
const allowed = /^\x1b\[(?:0|1|2|22|3[1-6]|39|90)?m$/;
const reset = "\x1b[0m";
const resets = [reset, "\x1b[m", "\x1b[22m", "\x1b[39m"];

/**
 * Makes a text safe for the user's terminal, which acts on much of what pages, programs, models and repositories
 * contain: it moves the cursor over other lines, changes the clipboard and titles, shows links that lead elsewhere, and
 * changes the writing direction. Line breaks, tabs and plain colours stay. Other colours are removed, and everything
 * else is shown as a symbol. A colour ends with the text.
 */
export function terminalText(text: string): string {
  const parts = text.split(renditions).map((part, i) => {
    if (i % 2 === 1) return allowed.test(part) ? part : "";
    return part.split(/\r?\n/).map(printable).join("\n");
  });
  const last = parts.findLast((part, i) => i % 2 === 1 && part !== "");
  return `${parts.join("")}${last === undefined || resets.includes(last) ? "" : reset}`;
}
