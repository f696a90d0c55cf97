// What is used of packages that have no types, or types for browsers alone.

declare module "@mixmark-io/domino" {
  export function createDocument(html: string, force: true): import("./page-node.js").PageDocument;
  export const impl: { readonly HTMLElement: { readonly prototype: object } };
}
