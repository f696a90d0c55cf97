import { Composer, type Document, isScalar, Lexer, Parser, Schema } from "yaml";
import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic, SourceFile } from "../../diagnostics/diagnostic.js";
import { maxDepth } from "./anchors.js";

// One schema for all documents: making it costs more than composing a small document.
const schema = new Schema({ schema: "core", merge: false, resolveKnownTags: false });
const composerOptions = { version: "1.2", schema, uniqueKeys: false, prettyErrors: false, logLevel: "silent" } as const;

/** Composes the documents of a file, without empty ones, and stops where one is nested too deeply. */
export function* composeDocuments(file: SourceFile, log: Diagnostic[]): Generator<Document.Parsed> {
  for (const document of allDocuments(file, log)) if (!isEmpty(document)) yield document;
}

function* allDocuments(file: SourceFile, log: Diagnostic[]): Generator<Document.Parsed> {
  const parser = new Parser();
  const composer = new Composer(composerOptions);
  let any = false;
  for (const lexeme of new Lexer().lex(file.text)) {
    for (const token of parser.next(lexeme)) {
      for (const document of composer.next(token)) {
        any = true;
        yield document;
      }
    }
    // The parser keeps its own stack, the composer recurses: so this must come before the document is composed. It is
    // not exact, because the stack also contains the document and a scalar; the builder counts precisely.
    if (parser.stack.length > maxDepth + 2) {
      log.push(diagnostic("yaml-too-deep", { file, start: parser.offset, end: parser.offset }, { limit: String(maxDepth) }));
      return;
    }
  }
  for (const token of parser.end()) yield* composer.next(token);
  yield* composer.end(!any, file.text.length);
}

/** Only white space and comments, as between two `---`. A document that says `null` or `~` isn't empty. */
function isEmpty({ contents, errors }: Document.Parsed): boolean {
  if (errors.length > 0) return false;
  return (
    contents === null || (isScalar(contents) && contents.source === "" && contents.value === null && !contents.tag && !contents.anchor)
  );
}
