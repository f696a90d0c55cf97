import type { ServedToolSource } from "../tool-source.js";

/** The prompt or the resource whose parameter a client completes. */
export interface ReferencedDocument {
  readonly kind: "prompt" | "resource";
  readonly name: string;
}

/** A reference as a client sends it. Other members than those of its type mean nothing. */
interface Reference {
  readonly type?: unknown;
  readonly name?: unknown;
  readonly uri?: unknown;
}

/**
 * Returns the document that a reference in `completion/complete` selects, by its type alone. The check of scopes and
 * the completion both call this, so that they can't disagree.
 */
export function referencedDocument(
  { resources }: Pick<ServedToolSource, "resources">,
  { type, name, uri }: Reference,
): ReferencedDocument | undefined {
  if (type === "ref/prompt") return typeof name === "string" ? { kind: "prompt", name } : undefined;
  if (type !== "ref/resource") return undefined;
  const template = resources?.index().templates.find(({ text }) => text === uri);
  return template && { kind: "resource", name: template.name };
}
