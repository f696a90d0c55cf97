import type Turndown from "turndown";
import type { PageNode } from "./page-node.js";

/**
 * Rules for tables, each of which only reads its own node: a table may have thousands of rows. A table that contains
 * others is layout.
 */
export function tables(service: Turndown): void {
  const alone = (content: string) => `\n\n${content.trim()}\n\n`;
  service.addRule("cell", {
    filter: ["td", "th"],
    replacement: (content, node) => (isInFrame(node) ? alone(content) : `| ${inCell(content)} `),
  });
  service.addRule("row", { filter: "tr", replacement: (content, node) => (isInFrame(node) ? alone(content) : `\n${content}|\n`) });
  service.addRule("section", { filter: ["thead", "tbody", "tfoot"], replacement: (content) => content });
  service.addRule("table", { filter: "table", replacement: (content, node) => alone(isInFrame(node) ? content : table(content, node)) });
}

const inCell = (content: string) =>
  content
    .trim()
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll("|", "\\|");

/** How many cells a row has. */
const widthOf = (row: string) => row.split(/(?<!\\)\|/).length - 2;

/** Rows, below a caption if there is one. Markdown's tables always have a heading. */
function table(content: string, node: PageNode): string {
  const lines = content.trim().split(/\n+/);
  const rows = lines.filter((line) => line.startsWith("|"));
  if (!/[^|\s]/.test(rows.join(""))) return lines.filter((line) => !line.startsWith("|")).join("\n");
  const columns = rows.reduce((most, row) => Math.max(most, widthOf(row)), 0);
  const caption = lines.filter((line) => !line.startsWith("|"));
  const line = `|${" --- |".repeat(columns)}`;
  const hasHeading = node.getElementsByTagName("th").length > 0;
  const [first = "", ...others] = hasHeading ? rows : ["|", ...rows];
  return [...(caption.length > 0 ? [...caption, ""] : []), `${first}${"  |".repeat(columns - widthOf(first))}`, line, ...others].join("\n");
}

/** A cache: the nodes are a parser's, and have no field for it. */
const frames = new WeakMap<PageNode, boolean>();

/** Returns true if the table of a node contains another table. */
function isInFrame(node: PageNode): boolean {
  let table: PageNode | null = node;
  while (table !== null && table.nodeName !== "TABLE") table = table.parentNode;
  if (table === null) return true;
  const known = frames.get(table) ?? table.getElementsByTagName("table").length > 0;
  frames.set(table, known);
  return known;
}
