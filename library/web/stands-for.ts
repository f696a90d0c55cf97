import type { PageNode } from "./page-node.js";

/** Of how much of a page's text an article must be, to stand for the page. */
const mostOf = 0.6;
/** Of how much at least where it is most of what isn't a link, in a page that says nowhere what its main part is. */
const someOf = 0.2;
/** How many characters of it mustn't be links then: fewer may be what stands above a list of links. */
const leastProse = 500;

const squeezed = (text: string | null) => (text ?? "").replaceAll(/\s+/g, "");
const lengthOf = (text: string | null) => squeezed(text).length;

/** Whether an article is most of a page. Menus and what else there is to read are links: where the main part isn't marked, they count little. */
export function standsFor(article: PageNode, { main, isMarked }: { readonly main: PageNode; readonly isMarked: boolean }): boolean {
  const share = lengthOf(article.textContent) / lengthOf(main.textContent);
  if (isMarked) return share >= mostOf && isWithin(article, main);
  if (share >= mostOf) return true;
  return share >= someOf && isProse(article) && proseOf(article) >= mostOf * proseOf(main) && dataOf(article) >= mostOf * dataOf(main);
}

/** Whether there is enough to read in an article for it to be one. */
export const isProse = (article: PageNode): boolean => proseOf(article) >= leastProse;

/** Whether the words of an article are those of a page's main part, as far as three samples tell. */
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

/** How many cells there are in tables that hold data: such as frame other tables, or have one or two columns or rows, are for looks. */
function dataOf(root: PageNode): number {
  const tables = Array.from(root.getElementsByTagName("table")).filter((table) => table.getElementsByTagName("table").length === 0);
  const sizes = tables.map((table) => ({
    rows: table.getElementsByTagName("tr").length,
    cells: table.getElementsByTagName("td").length + table.getElementsByTagName("th").length,
  }));
  return sizes.filter(({ rows, cells }) => rows > 2 && cells > 2 * rows).reduce((sum, { cells }) => sum + cells, 0);
}
