import { Readability } from "@mozilla/readability";
import { removeMenus } from "./menus.js";
import type { PageNode } from "./page-node.js";
import { parsePage } from "./parse-page.js";
import { isProse, standsFor } from "./stands-for.js";
import { wholeOf } from "./whole.js";

/** What is never content: what scripts and styles are, what isn't shown, and what leads elsewhere on the site. */
const never = "script, style, noscript, template, svg, canvas, iframe, object, embed, input, select, textarea, button, dialog, link, meta";
const hidden = '[hidden], [aria-hidden="true"], [style*="display:none"], [style*="display: none"]';
const around = "nav, [role=navigation], [role=banner], [role=contentinfo], [role=search], body > header, body > footer, aside";

/** What it takes to find an article grows with the square of this. Larger pages are rarely one. */
const mostElements = 8000;
/** What it takes to make Markdown grows with the cube of this; hardly a page has a third as many. */
const mostLevels = 300;

export interface PageContent {
  readonly title: string;
  readonly html: string;
  /** Whether a password can be typed into the page. */
  readonly asksForLogin: boolean;
}

/**
 * What a page is about, without what is around it: the article that Readability finds where it is most of the page, else its main part. Throws a `RangeError`
 * where its parts lie too deep in each other.
 */
export function contentOf(html: string, url: string): PageContent {
  const page = parsePage(html, url);
  if (page.body !== null) refuseDeep(page.body);
  const title = inLine(page.title);
  const asksForLogin = page.querySelectorAll("input[type=password]").length > 0;
  for (const selector of [never, hidden]) removeAll(page, selector);
  const main = page.querySelectorAll("main, [role=main]")[0] ?? page.body;
  if (main === null) return { title, html: "", asksForLogin };
  resolveAddresses(main, page.baseURI);
  if (main === page.body) removeAll(page, around);
  else removeAll(main, "nav, [role=navigation]");
  const article = articleOf(html, url);
  const isMarked = main !== page.body;
  const about = { title: title || (article?.title ?? ""), asksForLogin };
  if (article === undefined) return { ...about, html: main.innerHTML };
  if (standsFor(article.root, { main, isMarked })) return { ...about, html: wholeOf(article.root, main).innerHTML };
  if (!isMarked && isProse(article.root)) removeMenus(main);
  return { ...about, html: main.innerHTML };
}

const inLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();

function removeAll(root: PageNode, selector: string): void {
  for (const node of Array.from(root.querySelectorAll(selector))) node.remove();
}

function refuseDeep(root: PageNode): void {
  let level: readonly PageNode[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > mostLevels) throw new RangeError(`more than ${mostLevels} levels`);
    level = level.flatMap((node) => Array.from(node.childNodes));
  }
}

/** Pages name other pages and images by ways from where they are, or say they are; who reads the text isn't there. */
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
  // It changes the document that it reads.
  const page = parsePage(html, url);
  if (page.getElementsByTagName("*").length > mostElements) return undefined;
  const article = new Readability<PageNode>(page, { keepClasses: true, serializer: (root: PageNode) => root }).parse();
  return article?.content ? { title: inLine(article.title ?? ""), root: article.content } : undefined;
}
