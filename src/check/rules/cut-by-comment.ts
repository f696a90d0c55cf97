import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { NodePath, SpecDocument, SpecNode } from "../../source/spec-node.js";

/** Keys whose values are read by people and models, at any level. */
const texts = new Set(["description", "displayName", "summary", "impact", "error", "install", "display"]);
/** Keys below which every text is one: meanings of codes, and arguments. */
const below = new Set(["exitCodes", "statusCodes", "command", "shell", "stdin", "secrets"]);

/**
 * Warns about an unquoted text that ' #' truncates, unless that looks like a comment: with two spaces before '#' and
 * one after it.
 */
export function checkCutByComment({ root }: SpecDocument): readonly Diagnostic[] {
  return cutTexts(root, []);
}

function cutTexts(node: SpecNode, path: NodePath): readonly Diagnostic[] {
  if (node.kind === "map") return node.entries.flatMap(({ key, value }) => cutTexts(value, [...path, key]));
  if (node.kind === "list") return node.items.flatMap((item, i) => cutTexts(item, [...path, i]));
  const { comment, text } = node;
  if (comment === undefined || text === "") return [];
  // The value of an enum, or of a default, is data; one of a key of the language is text.
  const key = path.findLast((step) => typeof step === "string");
  if (!texts.has(String(key)) && !below.has(String(path[0]))) return [];
  const source = comment.file.text;
  const isComment = /[ \t]{2}$/.test(source.slice(0, comment.start)) && /^#(?:\s|$)/.test(source.slice(comment.start, comment.start + 2));
  return isComment ? [] : [diagnostic("cut-by-comment", comment, {})];
}
