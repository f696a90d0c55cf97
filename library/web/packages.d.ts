// The parts in use of packages without types, or with types only for browsers.

declare module "@mixmark-io/domino" {
  export function createDocument(html: string, force: true): import("./page-node.js").PageDocument;
  export const impl: { readonly HTMLElement: { readonly prototype: object } };
}
