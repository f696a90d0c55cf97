import Turndown from "turndown";
import type { PageNode } from "./page-node.js";
import { tables } from "./tables.js";

const service = new Turndown({ headingStyle: "atx", codeBlockStyle: "fenced", bulletListMarker: "-", emDelimiter: "*" });
service.use(tables);
// The result is read as words, not rendered as a page. So a name such as `open_gate` must be found unchanged.
service.escape = (text) => text;
service.addRule("struck", { filter: ["del", "s"], replacement: (content) => `~~${content}~~` });
service.addRule("heading", {
  filter: ["h1", "h2", "h3", "h4", "h5", "h6"],
  replacement: (content, node) => heading(content.trim().replaceAll(/\s*\n\s*/g, " "), Number(node.nodeName.slice(1))),
});
service.addRule("item", {
  filter: "li",
  replacement: (content, node) => item(content.trim(), node),
});
service.addRule("code", {
  filter: "pre",
  replacement: (_content, node) => codeBlock(node),
});
service.addRule("link", {
  filter: (node) => node.nodeName === "A",
  replacement: (content, node) => link(content.trim(), node.getAttribute("href") ?? ""),
});
service.addRule("image", {
  filter: "img",
  replacement: (_content, node) => image(node.getAttribute("alt") ?? "", node.getAttribute("src") ?? ""),
});

/** The time for white space grows with the square of its length. */
const mostSpace = 500;

/** Converts HTML to Markdown. */
export function markdownOf(html: string): string {
  return (
    service
      .turndown(html.replaceAll(/\s+/g, (run) => run.slice(0, mostSpace)))
      // No-break spaces are for people who see a page; searching words, or running code, needs ordinary ones.
      .replaceAll("\u00A0", " ")
      .split("\n")
      .map((line) => line.trimEnd())
      .join("\n")
      .replaceAll(/\n{3,}/g, "\n\n")
      .trim()
  );
}

/** Formats a heading. A heading with only a picture without a text is left out. */
const heading = (words: string, level: number) => (words === "" ? "" : `\n\n${"#".repeat(level)} ${words}\n\n`);

/** The lines after the first are indented below its text. */
function item(content: string, node: PageNode): string {
  const list = node.parentNode;
  const mark = list?.nodeName === "OL" ? `${numbersOf(list).get(node) ?? 1}. ` : "- ";
  return `${mark}${content.replaceAll(/\n(?=[^\n])/g, `\n${" ".repeat(mark.length)}`)}\n`;
}

/** A cache: the nodes are a parser's, and have no field for it. */
const numbered = new WeakMap<PageNode, ReadonlyMap<PageNode, number>>();

/** The numbers of the items of a list: counted once, because there may be very many. */
function numbersOf(list: PageNode): ReadonlyMap<PageNode, number> {
  const items = () => Array.from(list.childNodes).filter(({ nodeName }) => nodeName === "LI");
  const start = Number(list.getAttribute("start") ?? 1);
  const numbers = numbered.get(list) ?? new Map(items().map((one, i) => [one, (Number.isNaN(start) ? 1 : start) + i]));
  numbered.set(list, numbers);
  return numbers;
}

/** The fence is longer than any in the code, and the language is the highlighter's name of it. */
function codeBlock(node: PageNode): string {
  const code = (node.textContent ?? "").replace(/^\n/, "").trimEnd();
  const classes = `${node.className} ${node.querySelectorAll("code")[0]?.className ?? ""} ${node.parentNode?.className ?? ""}`;
  const language = /\b(?:language|lang|highlight-source|brush:)[-\s]*([\w+#-]+)/.exec(classes)?.[1] ?? "";
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  return `\n\n${fence}${language}\n${code}\n${fence}\n\n`;
}

/** A link to its own text, or to the same page, becomes its text. */
function link(text: string, href: string): string {
  const words = text.replaceAll(/\s*\n\s*/g, " ");
  if (words === "") return "";
  if (!/^(?:https?|mailto):/i.test(href)) return text;
  return `[${words}](${href.replaceAll(/[()\s]/g, (char) => encodeURIComponent(char).replace("(", "%28").replace(")", "%29"))})`;
}

function image(alt: string, src: string): string {
  const words = alt.replaceAll(/\s+/g, " ").trim();
  return words === "" || !/^https?:/i.test(src) ? words : `![${words.replaceAll(/[[\]]/g, "")}](${src})`;
}
