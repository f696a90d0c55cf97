import { createDocument } from "@mixmark-io/domino";
import { Readability } from "@mozilla/readability";

/** What is never content: what scripts and styles are, what isn't shown, and what leads elsewhere on the site. */
const never = "script, style, noscript, template, svg, canvas, iframe, object, embed, input, select, textarea, button, dialog, link, meta";
const hidden = '[hidden], [aria-hidden="true"], [style*="display:none"], [style*="display: none"]';
const around = "nav, [role=navigation], [role=banner], [role=contentinfo], [role=search], body > header, body > footer, aside";

/** Of how much of a page's text an article must be, to stand for the page. */
const mostOf = 0.6;
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
  const page = parse(html, url);
  if (page.body !== null) refuseDeep(page.body);
  const title = inLine(page.title);
  const asksForLogin = page.querySelectorAll("input[type=password]").length > 0;
  for (const selector of [never, hidden]) removeAll(page, selector);
  const main = page.querySelectorAll("main, [role=main]")[0] ?? page.body;
  if (main === null) return { title, html: "", asksForLogin };
  resolveAddresses(main, url);
  if (main === page.body) removeAll(page, around);
  else removeAll(main, "nav, [role=navigation]");
  const article = articleOf(html, url);
  const isMost = article !== undefined && lengthOf(article.text) >= mostOf * lengthOf(main.textContent);
  return { title: title || (article?.title ?? ""), html: isMost ? article.html : main.innerHTML, asksForLogin };
}

const inLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();
const lengthOf = (text: string | null) => (text ?? "").replaceAll(/\s+/g, "").length;

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

/** Pages name other pages and images by ways from where they are; who reads the text isn't there. */
function resolveAddresses(root: PageNode, url: string): void {
  for (const [tag, name] of [
    ["a", "href"],
    ["img", "src"],
  ] as const)
    for (const node of Array.from(root.getElementsByTagName(tag))) {
      const value = node.getAttribute(name);
      if (value !== null && URL.canParse(value, url)) node.setAttribute(name, new URL(value, url).href);
    }
}

function articleOf(html: string, url: string) {
  // It changes the document that it reads.
  const page = parse(html, url);
  if (page.getElementsByTagName("*").length > mostElements) return undefined;
  const article = new Readability(page, { keepClasses: true }).parse();
  return article?.content ? { title: inLine(article.title ?? ""), html: article.content, text: article.textContent ?? "" } : undefined;
}

/** A document that Readability can read: the parser's lacks its address, and lists that can be walked. */
function parse(html: string, url: string): PageDocument {
  const document = createDocument(html, true);
  for (const name of ["baseURI", "documentURI"]) Object.defineProperty(document, name, { value: url });
  for (const list of [document.getElementsByTagName("a"), document.childNodes, document.querySelectorAll("a")]) {
    const prototype: object = Object.getPrototypeOf(list);
    if (!(Symbol.iterator in prototype)) Object.defineProperty(prototype, Symbol.iterator, { value: Array.prototype[Symbol.iterator] });
  }
  return document;
}
