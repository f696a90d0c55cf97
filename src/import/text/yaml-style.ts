import { type Document, isCollection, isMap, isPair, isScalar, Scalar, visit, type YAMLMap, type YAMLSeq } from "yaml";
import { hidden, visibleText } from "./visible-text.js";

/** The widest map or list that is printed on one line. */
const maxWidth = 100;

/** The options with which specs are printed, so that a spec that is printed again doesn't change. */
export const printOptions = { lineWidth: 0, flowCollectionPadding: true } as const;

/**
 * Prints short maps and lists on one line and long texts in blocks, as people write specs. `depth` is the number of
 * keys around the value: those of the spec itself stay on lines of their own.
 */
export function styleValue(node: unknown, depth: number): void {
  if (isScalar(node)) {
    if (typeof node.value === "string" && node.value.includes("\n")) node.type = Scalar.BLOCK_LITERAL;
    return;
  }
  if (!isCollection(node)) return;
  if (depth > 0 && isShort(node)) {
    node.flow = true;
    return;
  }
  for (const item of node.items) styleValue(isPair(item) ? item.value : item, depth + 1);
}

/** A map of maps is a table, and easier to read in lines. */
function isShort(node: YAMLMap | YAMLSeq): boolean {
  const isTable = isMap(node) && node.items.length > 1 && node.items.every(({ value }) => isMap(value));
  return !isTable && widthOf(node, maxWidth) <= maxWidth;
}

/**
 * The width of a value as JSON on one line, or more than `most` as soon as that is known or a text has several lines.
 */
function widthOf(node: unknown, most: number): number {
  if (!isCollection(node)) {
    const text = JSON.stringify(isScalar(node) ? node.value : null);
    return text.includes("\\n") ? most + 1 : text.length;
  }
  let width = 2 + Math.max(0, node.items.length - 1);
  for (const item of node.items) {
    if (width > most) break;
    if (isPair(item)) width += widthOf(item.key, most) + 1 + widthOf(item.value, most - width);
    else width += widthOf(item, most - width);
  }
  return width;
}

/** Returns a text as one line of a comment, which none of its characters ends. */
export const commentText = (text: string): string => visibleText(text).replaceAll(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ");

/** Adds comments before the keys that JSON Pointers name. */
export function addComments(document: Document, comments: Readonly<Record<string, string>>): void {
  for (const [pointer, text] of Object.entries(comments)) {
    const steps = pointer.split("/").slice(1);
    const parent = steps.length === 1 ? document.contents : document.getIn(steps.slice(0, -1), true);
    if (!isMap(parent)) continue;
    // A comment needs lines, and then each value is printed by itself.
    if (parent.flow) {
      parent.flow = false;
      for (const { value } of parent.items) styleValue(value, steps.length);
    }
    const pair = parent.items.find(({ key }) => isScalar(key) && key.value === steps.at(-1));
    if (pair !== undefined && isScalar(pair.key)) pair.key.commentBefore = ` ${commentText(text)}`;
  }
}

/** Quotes texts with characters that a reader doesn't see, so that `escapeHidden` can write them as escapes. */
export function quoteHidden(document: Document): void {
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === "string" && visibleText(node.value) !== node.value) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
}

/** Writes characters that a reader of a printed document doesn't see as escapes: `\u202e`. */
export const escapeHidden = (printed: string): string =>
  printed.replaceAll(hidden, (char) => {
    const code = (char.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
