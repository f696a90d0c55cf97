import {
  type CodeAction,
  CodeActionKind,
  type CompletionItem,
  CompletionItemKind,
  type Connection,
  type Hover,
  type Location,
  type Range,
  type TextDocumentPositionParams,
} from "vscode-languageserver/node";
import { complete } from "../../editor/complete.js";
import type { EditorCompletion } from "../../editor/editor-completion.js";
import { findFixes } from "../../editor/find-fixes.js";
import { hover } from "../../editor/hover.js";
import { parameterReferences } from "../../editor/parameter-references.js";
import type { Assets } from "../../emit/output-file.js";
import { libraryNames } from "../../library.js";
import { type Answering, type AskedInDocument, type AskedPosition, askedPosition, inDocument } from "./asked-position.js";
import { definitionAnswer } from "./definition-answer.js";
import { protocolPositions } from "./protocol-positions.js";
import { renameAnswer, renameStart } from "./rename-answers.js";

/** Answers the requests of a client from the current texts. One about a file that is not a spec gets no answer. */
export function answerEditorRequests(connection: Connection, answering: Answering & { readonly assets: Assets }): void {
  const ask = (uri: string, position: Range["start"]) => askedPosition(answering, { uri, position });
  /** The answer to a request about a position in a document; `null` if there is none. */
  const about =
    <Request extends TextDocumentPositionParams, Answer>(answer: (asked: AskedInDocument, request: Request) => Answer) =>
    async (request: Request): Promise<Awaited<Answer> | null> => {
      const asked = await ask(request.textDocument.uri, request.position);
      const found = asked && inDocument(asked);
      return found === undefined ? null : await answer(found, request);
    };
  connection.onCompletion(async ({ textDocument, position }) => {
    const asked = await ask(textDocument.uri, position);
    return asked === undefined ? [] : completionItems(asked, libraryNames(answering.assets));
  });
  connection.onHover(about(hoverAnswer));
  connection.onDefinition(about((asked) => definitionAnswer(asked, answering)));
  connection.onReferences(about(referencesAnswer));
  connection.onPrepareRename(about(renameStart));
  connection.onRenameRequest(about((asked, { newName }) => renameAnswer(asked, newName, answering)));
  connection.onCodeAction(async ({ textDocument, range }) => {
    const asked = await ask(textDocument.uri, range.start);
    return asked === undefined ? [] : codeActions(asked, range.end);
  });
}

const kindOfItem: Readonly<Record<EditorCompletion["kind"], CompletionItemKind>> = {
  parameter: CompletionItemKind.Variable,
  value: CompletionItemKind.Value,
  key: CompletionItemKind.Property,
  fragment: CompletionItemKind.Module,
  tool: CompletionItemKind.Function,
  block: CompletionItemKind.Keyword,
};

function completionItems(asked: AskedPosition, names: ReturnType<typeof libraryNames>): CompletionItem[] {
  const { check, source, offset, completesKeys: keys } = asked;
  const found = complete({ ...source, offset }, { ...check.context, model: check.model, libraryNames: names, keys });
  return found.map(({ label, kind, detail, insert, start, end }) => {
    const textEdit = { range: asked.range(start, end), newText: insert };
    return { label, kind: kindOfItem[kind], detail, filterText: label, textEdit };
  });
}

function hoverAnswer(asked: AskedInDocument): Hover | null {
  const found = hover(asked.document, asked.offset, { fragments: asked.check.context.fragments, keys: asked.completesKeys });
  if (found === undefined) return null;
  return { contents: { kind: "plaintext", value: found.text }, range: asked.range(found.span.start, found.span.end) };
}

function referencesAnswer({ document, offset, uri, range }: AskedInDocument): Location[] {
  const all = parameterReferences(document);
  const name = all.find(({ span }) => span.start <= offset && offset <= span.end)?.name;
  return all.filter((one) => one.name === name).map(({ span }) => ({ uri, range: range(span.start, span.end) }));
}

async function codeActions(asked: AskedPosition, until: Range["end"]): Promise<CodeAction[]> {
  const end = protocolPositions(asked.source, asked.hasMark).offset(until);
  const here = asked.check.diagnostics.filter(
    ({ span }) => span?.file.path === asked.path && span.file.text === asked.text && span.start <= end && span.end >= asked.offset,
  );
  const fixes = await findFixes(here, asked.check.context);
  return fixes.map((fix) => ({
    title: fix.title,
    kind: CodeActionKind.QuickFix,
    isPreferred: true,
    edit: { changes: { [asked.uri]: [{ range: asked.range(fix.start, fix.end), newText: fix.text }] } },
  }));
}
