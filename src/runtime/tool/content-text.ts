import type { PartListUnion } from "../contract/part.js";

/** The text parts of a content: for people, for logs, and for models that accept only text. */
export function contentText(content: PartListUnion): string {
  const parts = Array.isArray(content) ? content : [content];
  return parts
    .map((part) => (typeof part === "string" ? part : part.text))
    .filter((text) => text !== undefined)
    .join("\n");
}
