import { Document } from "yaml";
import type { ImportedTool } from "../imported-tool.js";
import { addComments, commentText, escapeHidden, printOptions, quoteHidden, styleValue } from "./style-value.js";

/** Prints a tool as people write specs, with comments on what is guessed. `header` is the comment at its top. */
export function printImportedSpec({ spec, comments }: ImportedTool, header: readonly string[]): string {
  const document = new Document(spec, { version: "1.2", schema: "core", aliasDuplicateObjects: false });
  styleValue(document.contents, 0);
  quoteHidden(document);
  addComments(document, comments);
  return `${header.map((line) => `# ${commentText(line)}\n`).join("")}${escapeHidden(document.toString(printOptions))}`;
}
