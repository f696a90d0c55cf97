import { visibleText } from "./visible-text.js";

/** The part of a text that is read. No result is nearly as long. */
const maxRead = 20_000;

/**
 * Returns Markdown as plain text for a model, cut at the end of a paragraph or a sentence: without HTML, images,
 * headings' marks and the targets of links.
 */
export function shortenText(markdown: string, most: number): string {
  // No expression reads a character again for each opening bracket before it: each stops at the next one.
  const withoutMarkup = visibleText(markdown.slice(0, maxRead))
    .replaceAll("\r\n", "\n")
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, "")
    .replaceAll(/!\[[^[\]]*\]\([^()]*(?:\([^()]*\)[^()]*)?\)/g, "")
    .replaceAll(/\[([^[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)?\)/g, "$1")
    .replaceAll(/<(https?:[^<>\s]+)>/g, "$1")
    .replaceAll(/<\/?[a-zA-Z][^<>]*>/g, "")
    .replaceAll(/^#{1,6}\s+/gm, "")
    .replaceAll(/\*\*([^*\n]+)\*\*/g, "$1")
    // Control characters, except the line's end, show nothing and may hide something.
    .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]+/g, " ");
  const paragraphs = withoutMarkup
    .split(/\n\s*\n/)
    .map(oneLine)
    .filter((paragraph) => paragraph !== "");
  let text = "";
  for (const paragraph of paragraphs) {
    const next = text === "" ? paragraph : `${text}\n\n${paragraph}`;
    if (next.length > most) return text === "" ? cutSentence(paragraph, most) : text;
    text = next;
  }
  return text;
}

/** Lists keep their lines; the lines of a paragraph are joined. */
const oneLine = (paragraph: string) =>
  paragraph
    .split("\n")
    .map((line) => line.trim())
    .reduce((text, line) => (text === "" ? line : `${text}${/^(?:[-*+]|\d+\.|\|)\s/.test(line) ? "\n" : " "}${line}`), "")
    .trim();

function cutSentence(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.slice(0, most - 1);
  const end = Math.max(start.lastIndexOf(". "), start.lastIndexOf(".\n"));
  return end > most / 3 ? start.slice(0, end + 1) : `${start.slice(0, Math.max(start.lastIndexOf(" "), most / 2)).trimEnd()}…`;
}

/** Returns a text that ends as a sentence. */
export const asSentence = (text: string): string => (/[.!?…:]$/.test(text) ? text : `${text}.`);
