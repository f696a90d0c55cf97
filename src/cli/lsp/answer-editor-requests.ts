import { posix } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type CodeAction,
  CodeActionKind,
  type CompletionItem,
  CompletionItemKind,
  type Connection,
  ErrorCodes,
  type Hover,
  type Location,
  type Range,
  ResponseError,
  type TextDocumentPositionParams,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import { configFile } from "../../compiler/config.js";
import { libraryNames, parse, readSource } from "../../compiler/source.js";
import type { SourceFile } from "../../contract/diagnostic.js";
import type { Assets } from "../../contract/host.js";
import { nodeHost } from "../../contract/node-host.js";
import { complete, type EditorCompletion } from "../../editor/complete.js";
import { findDefinition, findFixes, hover } from "../../editor/hover.js";
import { parameterReferences } from "../../editor/parameter-references.js";
import { documentAt, type ProjectCheck } from "../../editor/project-check.js";
import { renameInDocument, renameTarget } from "../../editor/rename-in-document.js";
import { groupBy } from "../io/format-text.js";
import { type EditorProject, protocolPositions } from "./open-editor-project.js";

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

/** An open file of a project, as the editor has it. */
export interface EditorFile {
  readonly project: EditorProject;
  readonly path: string;
  /** The text without a byte order mark. */
  readonly text: string;
  readonly hasMark: boolean;
  /** False if a JSON Schema tells the editor about keys. */
  readonly completesKeys: boolean;
}

/** The parts of the server that answers need. */
interface Answering {
  fileOf(uri: string): EditorFile | undefined;
  /** The folder of the library's specs on this machine. */
  readonly libraryFolder: string;
}

/** A position that a client asks about, with everything that answers it. */
interface AskedPosition extends EditorFile {
  readonly uri: string;
  readonly check: ProjectCheck;
  readonly source: SourceFile;
  readonly offset: number;
  range(start: number, end: number): Range;
}

/** A position in a document of a spec. */
interface AskedInDocument extends AskedPosition {
  readonly document: NonNullable<ReturnType<typeof documentAt>>;
}

/** `undefined` if the file is neither a spec nor toolgen.yaml. */
async function askedPosition(
  { fileOf }: Answering,
  { uri, position }: { readonly uri: string; readonly position: Range["start"] },
): Promise<AskedPosition | undefined> {
  const check = await fileOf(uri)?.project.current();
  // The text may have changed meanwhile.
  const file = fileOf(uri);
  if (file === undefined || check === undefined) return undefined;
  if (file.path !== configFile && !check.sources.some(({ path }) => path === file.path)) return undefined;
  const source = { path: file.path, text: file.text };
  const positions = protocolPositions(source, file.hasMark);
  return { ...file, uri, check, source, offset: positions.offset(position), range: positions.range };
}

/** `undefined` if there is no document at the position. */
function inDocument(asked: AskedPosition): AskedInDocument | undefined {
  const document = documentAt(asked.source, asked.offset);
  return document && { ...asked, document };
}

/** The address of a file of the project or of the library. */
const fileUri = (path: string, { project }: AskedPosition, { libraryFolder }: Answering): string =>
  pathToFileURL(path.startsWith("std/") ? `${libraryFolder}/fragments/${path.slice("std/".length)}` : `${project.root}/${path}`).href;

/** The place of a parameter's schema, of a fragment, or of a handler's function in its file. */
async function definitionAnswer(asked: AskedInDocument, answering: Answering): Promise<Location | null> {
  const found = findDefinition(asked.document, asked.offset, asked.check.context.fragments);
  if (found === undefined) return null;
  if (found.kind === "spec") {
    const range = protocolPositions({ path: found.path, text: found.text }).range(found.start, found.end);
    return { uri: fileUri(found.path, asked, answering), range };
  }
  const path = posix.join(posix.dirname(asked.path), found.path);
  // The host reads nothing outside of the project, also not through a link.
  const [file] = await readSource(nodeHost(asked.project.root), path).catch(() => [undefined]);
  if (file === undefined) return null;
  const at = found.word === "" ? -1 : file.text.search(new RegExp(`(?<=export\\b[^\\n]*\\b)${escapeRegex(found.word)}\\b`));
  const range = protocolPositions(file).range(Math.max(at, 0), at === -1 ? 0 : at + found.word.length);
  return { uri: fileUri(file.path, asked, answering), range };
}

const escapeRegex = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The name that a rename would replace. */
function renameStart(asked: AskedInDocument): { readonly range: Range; readonly placeholder: string } {
  const target = renameTarget(asked.document, asked.offset, asked.check.context);
  if (target.kind === "refused") throw new ResponseError(ErrorCodes.InvalidRequest, target.reason);
  return { range: asked.range(target.span.start, target.span.end), placeholder: target.name };
}

/** The edits of the spec, and of toolgen.yaml if it names the parameter. */
async function renameAnswer(asked: AskedInDocument, to: string, answering: Answering): Promise<WorkspaceEdit> {
  const openConfig = answering.fileOf(fileUri(configFile, asked, answering));
  const context = { ...asked.check.context, config: await readConfig(asked.project.root, openConfig?.text ?? "") };
  const renamed = await renameInDocument(asked.document, { offset: asked.offset, to }, context);
  if (renamed.kind === "refused") throw new ResponseError(ErrorCodes.InvalidRequest, renamed.reason);
  const changes = groupBy(renamed.spans, ({ file }) => file.path);
  return {
    changes: Object.fromEntries(
      [...changes].map(([path, spans]) => [
        path === asked.path ? asked.uri : fileUri(path, asked, answering),
        spans.map(({ file, start, end }) => ({
          range: path === asked.path ? asked.range(start, end) : protocolPositions(file, openConfig?.hasMark).range(start, end),
          newText: to,
        })),
      ]),
    ),
  };
}

/** toolgen.yaml as the editor has it, or else as it is saved. Nothing is renamed without what it says. */
async function readConfig(root: string, open: string) {
  const [file, unread] = open !== "" ? [{ path: configFile, text: open }, []] : await readSource(nodeHost(root), configFile);
  const [documents, problems] = file === undefined ? [[], unread] : parse(file);
  const [problem] = [...unread, ...problems];
  if (problem === undefined) return documents[0];
  throw new ResponseError(ErrorCodes.InvalidRequest, `${configFile} may name the parameter too, and can't be read: ${problem.message}`);
}
