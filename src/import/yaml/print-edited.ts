import type { Document } from "yaml";
import { printOptions } from "./style-value.js";

/** Prints a document that was read from `text` and changed since. Its lines end as those of `text` do. */
export function printEdited(document: Document.Parsed, text: string): string {
  const printed = document.toString(printOptions);
  return /^[^\n]*\r\n/.test(text) ? printed.replaceAll("\n", "\r\n") : printed;
}
