/** How long the samples are by which an article is found in its page, and how far from its ends they may begin: something may have been put there. */
const sampled = 30;
const tries = [0, 0.02, 0.05];

/** Where the words of an article begin and end among those of a page's main part; links aren't counted. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  /** How much of the words between is in the article. */
  readonly share: number;
}

/** The stretch of a page that an article was taken from; `undefined` where its ends aren't found. */
export function stretchOf(article: PageNode, main: PageNode): Stretch | undefined {
  const [words, all] = [proseIn(article), proseIn(main)];
  const skipped = tries.map((part) => Math.floor(words.length * part));
  const start = firstOf(skipped, (at) => placeOf(all.indexOf(words.slice(at, at + sampled)), -at));
  const end = firstOf(skipped, (at) => placeOf(all.lastIndexOf(words.slice(0, words.length - at).slice(-sampled)), sampled + at));
  if (start === undefined || end === undefined || end <= start) return undefined;
  return { start: Math.max(start, 0), end: Math.min(end, all.length), share: words.length / (end - start) };
}

const placeOf = (found: number, offset: number) => (found === -1 ? undefined : found + offset);

function firstOf<T>(values: readonly number[], of: (value: number) => T | undefined): T | undefined {
  for (const value of values) {
    const found = of(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What may hold a part of a page: a row of a table, say, is none without its table. */
const holders = ["DIV", "SECTION", "ARTICLE", "MAIN", "FORM", "CENTER", "TD"];

/** The smallest part of a page that a stretch of it lies in. */
export function partAround(root: PageNode, { start, end }: Pick<Stretch, "start" | "end">, smallest = root): PageNode {
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
