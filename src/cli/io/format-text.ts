import type { Model } from "../../compiler/model.js";
import { printable } from "../../contract/display-text.js";

/** A number with its noun: `1 tool`, `2 tools`. */
export function plural(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** The time since `process.hrtime.bigint()` said `started`, for people. */
export function tookSince(started: bigint): string {
  const ms = Number(process.hrtime.bigint() - started) / 1e6;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/**
 * Counts the tools of a build, and the specs that only describe tools of a client:
 * `19 tools, and 4 that describe pi's own`.
 */
export function toolCount({ tools, hosted }: Pick<Model, "tools" | "hosted">): string {
  if (hosted.length === 0) return plural(tools.length, "tool");
  const hosts = [...new Set(hosted.map(({ host }) => `${host}'s`))].join(" and ");
  return `${plural(tools.length, "tool")}, and ${hosted.length} that ${hosted.length === 1 ? "describes" : "describe"} ${hosts} own`;
}

/** Prints rows as a table: the first column to the left, the others to the right. */
export function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    printable(row.map((text, column) => (column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0))).join("  ")),
  );
}

/** Prints rows as lines of aligned columns. Each row has as many cells as the first. */
export function printTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return rows.map((row) => `${line(row).trimEnd()}\n`).join("");
}

/** Groups items by a key. Node 20 has no `Map.groupBy`. */
export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, readonly Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** A text as code in Markdown. */
export const codeSpan = (text: string): string => `\`${printable(text).replaceAll("`", "'")}\``;

/** Keeps text from specs and models text: no markup, no mention and no link. */
export const escapeMarkdown = (text: string): string =>
  printable(text)
    .replaceAll("&", "&amp;")
    .replaceAll(/[\\`*_{}[\]<>()#|~!]/g, "\\$&")
    .replaceAll("@", "@\u200b")
    .replaceAll("://", ":\u200b//")
    .replaceAll(/www\./gi, "www\u200b.");

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
