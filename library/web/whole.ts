import type { PageNode } from "./page-node.js";

/**
 * How long the samples are by which an article is found in its page, and how far from its ends they may begin:
 * something may have been put there.
 */
const sampled = 30;
const tries = [0, 0.02, 0.05];

/** Where the words of an article begin and end among those of a page's main part; links aren't counted. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** How much of the text between its first and its last words an article must have, to be complete. */
const mostOf = 0.9;

/**
 * An article, or where something of what is between its ends was taken for something else, the part of the page that it
 * is in: answers in a thread may be short.
 */
export function wholeOf(article: PageNode, main: PageNode): PageNode {
  const words = proseIn(article);
  const stretch = stretchOf(words, proseIn(main));
  if (stretch === undefined) return article;
  const part = partAround(main, stretch);
  return words.length >= mostOf * (stretch.end - stretch.start) && !hasGap(part, words) ? article : part;
}

/** How many neighbours of one class make a row. */
const row = 3;

/** Returns true if the words of an article contain most neighbours of one class, but not all. */
function hasGap(part: PageNode, words: string): boolean {
  const classes = new Map<string, { there: number; missing: number }>();
  const children = Array.from(part.childNodes).filter(({ nodeName }) => !nodeName.startsWith("#"));
  for (const child of children) {
    const text = child.className === "" ? "" : proseIn(child);
    if (text === "") continue;
    const key = `${child.nodeName}.${child.className}`;
    const { there, missing } = classes.get(key) ?? { there: 0, missing: 0 };
    classes.set(key, words.includes(text) ? { there: there + 1, missing } : { there, missing: missing + 1 });
  }
  const isTorn = [...classes.values()].some(({ there, missing }) => missing > 0 && there > missing && there + missing >= row);
  return isTorn || children.some((child) => hasGap(child, words));
}

/** The part of a page that the words of an article were taken from; `undefined` if its ends aren't found. */
function stretchOf(words: string, all: string): Stretch | undefined {
  const skipped = tries.map((part) => Math.floor(words.length * part));
  const start = firstOf(skipped, (at) => placeOf(all.indexOf(words.slice(at, at + sampled)), -at));
  const end = firstOf(skipped, (at) => placeOf(all.lastIndexOf(words.slice(0, words.length - at).slice(-sampled)), sampled + at));
  if (start === undefined || end === undefined || end <= start) return undefined;
  return { start: Math.max(start, 0), end: Math.min(end, all.length) };
}

const placeOf = (found: number, offset: number) => (found === -1 ? undefined : found + offset);

function firstOf<T>(values: readonly number[], of: (value: number) => T | undefined): T | undefined {
  for (const value of values) {
    const found = of(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Elements that can hold a part of a page. A table row, for example, can't stand without its table. */
const holders = ["DIV", "SECTION", "ARTICLE", "MAIN", "FORM", "CENTER", "TD"];

/** The smallest element that contains this part of the page. */
function partAround(root: PageNode, { start, end }: Stretch, smallest = root): PageNode {
  let behind = 0;
  for (const child of Array.from(root.childNodes)) {
    const before = behind;
    behind += proseIn(child).length;
    if (behind < end) continue;
    const inner = { start: start - before, end: end - before };
    return before <= start ? partAround(child, inner, holders.includes(child.nodeName) ? child : smallest) : smallest;
  }
  return smallest;
}

/** The words of a page that aren't links, without white space. */
function proseIn(node: PageNode): string {
  if (node.nodeName === "A") return "";
  if (node.nodeName === "#text") return (node.textContent ?? "").replaceAll(/\s+/g, "");
  return Array.from(node.childNodes, proseIn).join("");
}
