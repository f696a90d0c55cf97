/** A node of a page, as far as it is used. */
export interface PageNode {
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly innerHTML: string;
  readonly parentNode: PageNode | null;
  readonly firstChild: PageNode | null;
  readonly nextSibling: PageNode | null;
  readonly childNodes: ArrayLike<PageNode>;
  readonly className: string;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  querySelectorAll(selector: string): ArrayLike<PageNode>;
  getElementsByTagName(name: string): ArrayLike<PageNode>;
  remove(): void;
}

export interface PageDocument extends PageNode {
  readonly body: PageNode | null;
  readonly baseURI: string;
  readonly title: string;
}
