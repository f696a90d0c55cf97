import { Readability } from "@mozilla/readability";
import { removeMenus } from "./menus.js";
import type { PageNode } from "./page-node.js";
import { parsePage } from "./parse-page.js";
import { isProse, standsFor } from "./stands-for.js";
import { wholeOf } from "./whole.js";

/** Elements that are never content: scripts and styles, hidden elements, and navigation. */
const never: ReadonlySet<string> = new Set(
  "script style noscript template svg canvas iframe object embed input select textarea button dialog link meta".split(" "),
);
const menus = ["nav", "[role=navigation]"];
const around = [...menus, "[role=banner]", "[role=contentinfo]", "[role=search]", "body > header", "body > footer", "aside"];

/** The time to find an article grows with the square of this number. Larger pages rarely are articles. */
const mostElements = 8000;
/** The time to make Markdown grows with the cube of this number. Hardly any page has a third of it. */
const mostLevels = 300;

export interface PageContent {
  readonly title: string;
  readonly html: string;
  /** True if the page has a password field. */
  readonly asksForLogin: boolean;
}

/**
 * Returns a page's content without its surroundings: the article that Readability finds if it is most of the page, else
 * the main part. Throws a `RangeError` if elements are nested too deeply.
 */
export function contentOf(html: string, url: string): PageContent {
  const page = parsePage(html, url);
  if (page.body !== null) refuseDeep(page.body);
  const elements = Array.from(page.getElementsByTagName("*"));
  const title = inLine(page.title);
  const asksForLogin = page.querySelectorAll("input[type=password]").length > 0;
  for (const node of elements) if (isNever(node) || isHidden(node)) node.remove();
  const main = page.querySelectorAll("main")[0] ?? page.querySelectorAll("[role=main]")[0] ?? page.body;
  if (main === null) return { title, html: "", asksForLogin };
  resolveAddresses(main, page.baseURI);
  for (const selector of main === page.body ? around : menus) for (const node of Array.from(main.querySelectorAll(selector))) node.remove();
  const article = elements.length > mostElements ? undefined : articleOf(html, url);
  const isMarked = main !== page.body;
  const about = { title: title || (article?.title ?? ""), asksForLogin };
  if (article === undefined) return { ...about, html: main.innerHTML };
  if (standsFor(article.root, { main, isMarked })) return { ...about, html: wholeOf(article.root, main).innerHTML };
  if (!isMarked && isProse(article.root)) removeMenus(main);
  return { ...about, html: main.innerHTML };
}

const inLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();

const isNever = ({ nodeName }: PageNode) => never.has(nodeName.toLowerCase());

/** Returns true if users don't see a part of a page. A whole page is often hidden until scripts show it. */
function isHidden(node: PageNode): boolean {
  if (node.nodeName === "HTML" || node.nodeName === "BODY") return false;
  if (node.getAttribute("hidden") !== null || node.getAttribute("aria-hidden") === "true") return true;
  return /display: ?none/.test(node.getAttribute("style") ?? "");
}

/** From one node to the next: a list of a node's content would make removals slow. */
function refuseDeep(root: PageNode): void {
  let depth = 0;
  for (let node: PageNode | null = root; node !== null; ) {
    if (depth > mostLevels) throw new RangeError(`more than ${mostLevels} levels`);
    if (node.firstChild !== null) {
      node = node.firstChild;
      depth++;
      continue;
    }
    while (node !== null && node !== root && node.nextSibling === null) {
      node = node.parentNode;
      depth--;
    }
    node = node === root || node === null ? null : node.nextSibling;
  }
}

/** Pages refer to other pages and images by relative addresses, which are useless to a reader of the text. */
function resolveAddresses(root: PageNode, base: string): void {
  for (const [tag, name] of [
    ["a", "href"],
    ["img", "src"],
  ] as const)
    for (const node of Array.from(root.getElementsByTagName(tag))) {
      const value = node.getAttribute(name);
      if (value !== null && URL.canParse(value, base)) node.setAttribute(name, new URL(value, base).href);
    }
}

function articleOf(html: string, url: string) {
  // It changes the document that it reads, and looks for scripts that aren't content.
  const page = parsePage(html, url);
  for (const node of Array.from(page.getElementsByTagName("*"))) if (isHidden(node)) node.remove();
  const article = new Readability<PageNode>(page, { keepClasses: true, serializer: (root: PageNode) => root }).parse();
  if (!article?.content) return undefined;
  for (const node of Array.from(article.content.getElementsByTagName("*"))) if (isNever(node)) node.remove();
  return { title: inLine(article.title ?? ""), root: article.content };
}
