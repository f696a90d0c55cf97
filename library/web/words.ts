/** Elements whose text isn't part of a page's words. */
const wordless = /^<(script|style|title|template|noscript)[\s>/]/i;

/** The words of a page without its tags, in one pass: for pages that are too deep for parsers. */
export function wordsOf(html: string): string {
  const words: string[] = [];
  for (let at = 0; at !== -1; ) {
    const tag = html.indexOf("<", at);
    words.push(html.slice(at, tag === -1 ? undefined : tag));
    at = tag === -1 ? -1 : behindTag(html, tag);
  }
  return words.join(" ").replaceAll(/\s+/g, " ").trim();
}

/** Behind a tag, or behind the end of an element that has no words; -1 where neither ends. */
function behindTag(html: string, tag: number): number {
  const name = wordless.exec(html.slice(tag, tag + 12))?.[1];
  const isComment = html.startsWith("<!--", tag);
  const end = isComment ? html.indexOf("-->", tag) : name === undefined ? tag : html.indexOf(`</${name}`, tag);
  const close = end === -1 ? -1 : html.indexOf(">", end);
  return close === -1 ? -1 : close + 1;
}
