import { Composer, type Document, isScalar, Lexer, Parser, Schema } from "yaml";
import type { Diagnostic, SourceFile } from "../../contract/diagnostic.js";
import { diagnostic } from "../../contract/diagnostic-codes.js";
import type { SpecNode } from "../../contract/spec-node.js";
import { maxDepth, spanOf } from "./anchors.js";
import { TreeBuilder } from "./tree-builder.js";
import { yamlSyntaxProblem } from "./yaml-syntax-problem.js";

interface ReadDocument {
  readonly root: SpecNode | undefined;
  readonly problems: readonly Diagnostic[];
  /** How many values it has. */
  readonly values: number;
}

/** A document that is wrong all over has one mistake, repeated. */
const maxProblems = 100;

/** Converts a document. After a syntax error, only the mistakes before it are reported. */
export function readDocument(file: SourceFile, document: Document.Parsed): ReadDocument {
  const builder = new TreeBuilder(file);
  const root = builder.node(document.contents, 1);
  const { values } = builder;
  const tags = [document.errors, document.warnings]
    .flat()
    .filter((e) => e.code === "TAG_RESOLVE_FAILED")
    .slice(0, maxProblems)
    .map((e) => diagnostic("unsupported-tag", spanOf(file, e.pos), { tag: file.text.slice(...e.pos) }));
  const first = document.errors.filter((e) => e.code !== "TAG_RESOLVE_FAILED").sort((a, b) => a.pos[0] - b.pos[0])[0];
  const problems = [...builder.problems.slice(0, maxProblems), ...tags];
  if (first === undefined) return { root: builder.incomplete ? undefined : root, problems, values };

  // After the first syntax error the tree is a guess, and so are further reports about it.
  const offset = first.pos[0];
  const trusted = problems.filter((p) => (p.span?.start ?? 0) <= offset);
  if (trusted.some((p) => p.code === "unquoted-template")) return { root: undefined, problems: trusted, values };
  const { problem, help, at } = yamlSyntaxProblem({ code: first.code, message: first.message, offset }, file.text);
  const opener = at === "opener" ? builder.openers.get(offset) : undefined;
  const span = opener === undefined ? spanOf(file, first.pos) : { file, start: opener, end: opener + 1 };
  return { root: undefined, problems: [...trusted, diagnostic("yaml-syntax", span, { problem }, { help })], values };
}

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
