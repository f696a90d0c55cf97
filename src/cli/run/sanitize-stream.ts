import { printable } from "../../diagnostics/printable.js";

/**
 * Returns a function that makes a model's text safe for a terminal, piece by piece. Line breaks and tabs stay.
 * Everything else that controls a terminal is shown as a mark, also in a pipe, at whose end one may be. A character or
 * a line break that is split between two pieces stays whole. On a terminal, the signs that begin the lines of a
 * question get a dot, wherever it may wrap: `┌· Write`.
 */
export function sanitizeStream({ isTerminal }: { readonly isTerminal: boolean }): (piece: string) => string {
  let half = "";
  return (piece) => {
    const text = half + piece;
    half = /[\ud800-\udbff\r┌├└]$/.exec(text)?.[0] ?? "";
    return text
      .slice(0, text.length - half.length)
      .split(/\r?\n/)
      .map((line) => (isTerminal ? printable(line).replace(/[┌├└](?=\s|$)/g, "$&·") : printable(line)))
      .join("\n");
  };
}
