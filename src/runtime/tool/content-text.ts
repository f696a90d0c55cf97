import type { PartListUnion } from "../contract/part.js";

/** The text of a content, without what isn't text: for people, for logs, and for models that take text alone. */
export function contentText(content: PartListUnion): string {
  const parts = Array.isArray(content) ? content : [content];
  return parts
    .map((part) => (typeof part === "string" ? part : part.text))
    .filter((text) => text !== undefined)
    .join("\n");
}
