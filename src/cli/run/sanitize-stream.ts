import { printable } from "../../diagnostics/printable.js";

/**
 * What a model says, piece by piece, as it may go to a terminal: line breaks and tabs stay, all else that would act on the terminal is shown as a mark. A
 * character or a line break that falls across two pieces stays whole.
 */
export function sanitizeStream(): (piece: string) => string {
  let half = "";
  return (piece) => {
    const text = half + piece;
    half = /[\ud800-\udbff\r]$/.exec(text)?.[0] ?? "";
    return text
      .slice(0, text.length - half.length)
      .split(/\r?\n/)
      .map(printable)
      .join("\n");
  };
}
