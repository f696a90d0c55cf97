import { printable } from "../../diagnostics/printable.js";

/**
 * Returns a function that makes a model's text safe for a terminal, piece by piece. Line breaks and tabs stay.
 * Everything else that controls the terminal is shown as a mark. A character or a line break that is split between two
 * pieces stays whole. The signs that begin the lines of a question get a dot, wherever a terminal may wrap: `┌· Write`.
 */
export function sanitizeStream(): (piece: string) => string {
  let half = "";
  return (piece) => {
    const text = half + piece;
    half = /[\ud800-\udbff\r┌├└]$/.exec(text)?.[0] ?? "";
    return text
      .slice(0, text.length - half.length)
      .split(/\r?\n/)
      .map((line) => printable(line).replace(/[┌├└](?=\s|$)/g, "$&·"))
      .join("\n");
  };
}
