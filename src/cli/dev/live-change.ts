/** The difference between two states of the page, as the browser applies it. */
export type LiveChange =
  | {
      readonly kind: "tools";
      readonly changed: Readonly<Record<string, string>>;
      readonly removed: readonly string[];
      readonly summary: string;
    }
  | { readonly kind: "errors"; readonly text: string }
  /** The page itself is another one: other filters, another server. */
  | { readonly kind: "reload" };
