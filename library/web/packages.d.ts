// What is used of packages that have no types, or types for browsers alone.

/** A node of a page, as far as anything is asked of it. */
interface PageNode {
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly innerHTML: string;
  readonly parentNode: PageNode | null;
  readonly childNodes: ArrayLike<PageNode>;
  readonly className: string;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  querySelectorAll(selector: string): ArrayLike<PageNode>;
  getElementsByTagName(name: string): ArrayLike<PageNode>;
  remove(): void;
}

interface PageDocument extends PageNode {
  readonly body: PageNode | null;
  readonly baseURI: string;
  readonly title: string;
}

declare module "@mixmark-io/domino" {
  export function createDocument(html: string, force: true): PageDocument;
  export const impl: { readonly HTMLElement: { readonly prototype: object } };
}
