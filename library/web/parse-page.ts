import { createDocument, impl } from "@mixmark-io/domino";
import type { PageDocument } from "./page-node.js";

// Members that Readability expects of a document, and that this parser's lacks.

/**
 * The list of an element's children is updated when its length is requested, and here when the list itself is
 * requested.
 */
const children = inherited(impl.HTMLElement.prototype, "children");
Object.defineProperty(impl.HTMLElement.prototype, "children", {
  configurable: true,
  get(this: object) {
    const list: ArrayLike<unknown> = children?.get?.call(this);
    return list.length >= 0 ? list : [];
  },
});

/** A page in a form that Readability can read. */
export function parsePage(html: string, url: string): PageDocument {
  const document = createDocument(html, true);
  const base = document.querySelectorAll("base[href]")[0]?.getAttribute("href") ?? url;
  Object.defineProperty(document, "baseURI", { value: URL.canParse(base, url) ? new URL(base, url).href : url });
  Object.defineProperty(document, "documentURI", { value: url });
  // The list of ids isn't updated when an attribute moves to another element, and it throws when an element with an
  // unknown id is removed.
  Object.defineProperty(document, "delId", { value: () => undefined });
  for (const list of [document.getElementsByTagName("a"), document.childNodes, document.querySelectorAll("a")]) {
    const prototype: object = Object.getPrototypeOf(list);
    if (!(Symbol.iterator in prototype)) Object.defineProperty(prototype, Symbol.iterator, { value: Array.prototype[Symbol.iterator] });
  }
  return document;
}

function inherited(object: object, name: string): PropertyDescriptor | undefined {
  for (let at: object | null = object; at !== null; at = Object.getPrototypeOf(at)) {
    const found = Object.getOwnPropertyDescriptor(at, name);
    if (found !== undefined) return found;
  }
  return undefined;
}
