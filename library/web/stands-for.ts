import type { PageNode } from "./page-node.js";

/** The smallest part of a page's text that an article must have, to represent the page. */
const mostOf = 0.6;
/** The least part if the article is most of the text that isn't a link, in a page that doesn't mark its main part. */
const someOf = 0.2;
/** How many characters of it mustn't be links then: fewer may be a title above a list of links. */
const leastProse = 500;

const squeezed = (text: string | null) => (text ?? "").replaceAll(/\s+/g, "");
const lengthOf = (text: string | null) => squeezed(text).length;

/**
 * Returns true if an article is most of a page. Menus and teasers are links, so links count little if the main part
 * isn't marked.
 */
export function standsFor(article: PageNode, { main, isMarked }: { readonly main: PageNode; readonly isMarked: boolean }): boolean {
  const share = lengthOf(article.textContent) / lengthOf(main.textContent);
  if (isMarked) return share >= mostOf && isWithin(article, main);
  if (share >= mostOf) return true;
  return share >= someOf && isProse(article) && proseOf(article) >= mostOf * proseOf(main) && dataOf(article) >= mostOf * dataOf(main);
}

/** Returns true if an article has enough text to be one. */
export const isProse = (article: PageNode): boolean => proseOf(article) >= leastProse;

/** Returns true if an article's words are those of a page's main part. It checks three samples. */
function isWithin(article: PageNode, main: PageNode): boolean {
  const [words, all] = [squeezed(article.textContent), squeezed(main.textContent)];
  const samples = [0, 0.4, 0.8].map((part) => words.slice(Math.floor(words.length * part)).slice(0, 40));
  return samples.filter((sample) => all.includes(sample)).length > 1;
}

/** How many characters aren't links. */
export function proseOf(root: PageNode): number {
  const links = Array.from(root.getElementsByTagName("a"), ({ textContent }) => lengthOf(textContent));
  return lengthOf(root.textContent) - links.reduce((sum, length) => sum + length, 0);
}

/**
 * The number of cells in data tables: tables that contain other tables, or have one or two columns or rows, are for
 * layout.
 */
function dataOf(root: PageNode): number {
  const tables = Array.from(root.getElementsByTagName("table")).filter((table) => table.getElementsByTagName("table").length === 0);
  const sizes = tables.map((table) => ({
    rows: table.getElementsByTagName("tr").length,
    cells: table.getElementsByTagName("td").length + table.getElementsByTagName("th").length,
  }));
  return sizes.filter(({ rows, cells }) => rows > 2 && cells > 2 * rows).reduce((sum, { cells }) => sum + cells, 0);
}
