import { diagnostic } from "../diagnostics/codes.js";
import type { Diagnostic, Result, SourceFile } from "../diagnostics/diagnostic.js";
import { mergeConflicts } from "./merge-conflicts.js";
import type { SpecDocument } from "./spec-node.js";
import { maxValuesOfFile } from "./yaml/anchors.js";
import { composeDocuments } from "./yaml/compose-documents.js";
import { readDocument } from "./yaml/read-document.js";
import { spanOf } from "./yaml/span-of.js";

/**
 * Parses a file's YAML or JSON documents. A document that can't be parsed completely is left out of the value.
 * `emptyHelp` says what to write in an empty file.
 */
export function parse(file: SourceFile, emptyHelp?: string): Result<readonly SpecDocument[]> {
  const documents: SpecDocument[] = [];
  const log: Diagnostic[] = [];
  const conflicts = mergeConflicts(file);
  // Both sides are in the file, so all other mistakes follow from that.
  if (conflicts.length > 0) return [[], conflicts];
  let index = 0;
  let size = 0;
  for (const document of composeDocuments(file, log)) {
    const { root, problems, values } = readDocument(file, document);
    log.push(...problems);
    size += values;
    if (size > maxValuesOfFile) {
      log.push(diagnostic("too-many-values", spanOf(file, document.range), { what: "file", limit: String(maxValuesOfFile) }));
      // The file is refused as a whole: checking what fits costs a hundred times as much as reading it.
      return [[], log];
    }
    if (root !== undefined) documents.push({ file, index, root });
    index++;
  }
  if (index === 0 && log.length === 0) log.push(diagnostic("empty-file", { file, start: 0, end: 0 }, {}, { help: emptyHelp }));
  return [documents, log];
}
