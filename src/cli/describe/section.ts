import { printable } from "../../diagnostics/printable.js";

/** Returns the lines of a section below an empty line; none without content. */
export const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];

/** Joins lines for a terminal. Control characters in them become visible. */
export const printSections = (lines: readonly string[]): string =>
  [...lines, ""]
    .flatMap((line) => line.split("\n"))
    .map(printable)
    .join("\n");
