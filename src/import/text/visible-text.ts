/**
 * Characters that show nothing and may hide something from a reader: direction marks, zero-width spaces, tags. Joiners,
 * the selectors of emoji, and the signs of Arabic and Syriac numbers are not among them.
 */
export const hidden = /(?!\u200c|\u200d|\ufe0e|\ufe0f|[\u0600-\u0605\u06dd\u070f\u08e2])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Joiners are visible between letters of some scripts, and in emoji. Latin words don't need them. */
const strayJoiners =
  /(?<!(?!\p{Script=Latin})[\p{L}\p{M}]|\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;

const straySelectors = /(?<!\p{Emoji})(?:\ufe0e|\ufe0f)/gu;

/** Returns a document's text without characters that a reader of it doesn't see, but a model does. */
export const visibleText = (text: string): string =>
  text.replaceAll(hidden, "").replaceAll(strayJoiners, "").replaceAll(straySelectors, "");

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

/** Names that mean something else in a template. */
const reservedNames = [
  "this",
  "true",
  "false",
  "null",
  "undefined",
  "if",
  "each",
  "else",
  "unless",
  "join",
  "json",
  "eq",
  "as",
  "constructor",
];

/** Returns a placeholder for a parameter, or for a property of it. */
export function placeholder(...path: readonly string[]): string {
  return `{{${path.map(writtenName).join(".")}}}`;
}

/** Returns a parameter's name as it is written in a block or a helper. */
export const writtenName = (name: string): string =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !reservedNames.includes(name) ? name : `[${name}]`;

/** Returns an author's text with its braces escaped. */
export const constantText = (text: string): string => text.replaceAll("{{", "\\{{");
