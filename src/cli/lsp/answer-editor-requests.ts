import { posix } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type CodeAction,
  CodeActionKind,
  type CompletionItem,
  CompletionItemKind,
  type Connection,
  ErrorCodes,
  type Location,
  type Range,
  ResponseError,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import { configFile } from "../../check/project/config.js";
import type { SourceFile } from "../../diagnostics/diagnostic.js";
import { complete } from "../../editor/complete.js";
import { documentAt } from "../../editor/document-at.js";
import type { EditorCompletion } from "../../editor/editor-completion.js";
import { type DefinitionTarget, findDefinition } from "../../editor/find-definition.js";
import { findFixes } from "../../editor/find-fixes.js";
import { hover } from "../../editor/hover.js";
import { parameterReferences } from "../../editor/parameter-references.js";
import type { ProjectCheck } from "../../editor/project-check.js";
import { renameInDocument, renameTarget } from "../../editor/rename-in-document.js";
import type { Assets } from "../../emit/output-file.js";
import { libraryNames } from "../../library.js";
import { nodeHost } from "../../node-host.js";
import { readSource } from "../../source/load.js";
import { parse } from "../../source/parse.js";
import { groupBy } from "../text/group-by.js";
import type { EditorProject } from "./open-editor-project.js";
import { protocolPositions } from "./protocol-positions.js";

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

interface Answering {
  fileOf(uri: string): EditorFile | undefined;
  readonly assets: Assets;
  /** The folder of the library's specs on this machine. */
  readonly libraryFolder: string;
}

/** A request about a position, with everything that answers it. */
interface Asked extends EditorFile {
  readonly check: ProjectCheck;
  readonly source: SourceFile;
  readonly offset: number;
  range(start: number, end: number): Range;
}

/** Answers the requests of a client from the current texts. One about a file that is not a spec gets no answer. */
export function answerEditorRequests(connection: Connection, { fileOf, assets, libraryFolder }: Answering): void {
  const ask = async (uri: string, position: Range["start"]): Promise<Asked | undefined> => {
    const check = await fileOf(uri)?.project.current();
    // The text may have changed meanwhile.
    const file = fileOf(uri);
    if (file === undefined || check === undefined) return undefined;
    if (file.path !== configFile && !check.sources.some(({ path }) => path === file.path)) return undefined;
    const source = { path: file.path, text: file.text };
    const positions = protocolPositions(source, file.hasMark);
    return { ...file, check, source, offset: positions.offset(position), range: positions.range };
  };
  const uriOf = (asked: Asked, path: string) =>
    pathToFileURL(path.startsWith("std/") ? `${libraryFolder}/fragments/${path.slice("std/".length)}` : `${asked.project.root}/${path}`)
      .href;

  connection.onCompletion(async ({ textDocument, position }): Promise<CompletionItem[]> => {
    const asked = await ask(textDocument.uri, position);
    if (asked === undefined) return [];
    const { check, completesKeys: keys } = asked;
    const context = { ...check.context, model: check.model, libraryNames: libraryNames(assets), keys };
    return complete({ ...asked.source, offset: asked.offset }, context).map((one) => toItem(one, asked));
  });

  connection.onHover(async ({ textDocument, position }) => {
    const asked = await ask(textDocument.uri, position);
    const document = asked && documentAt(asked.source, asked.offset);
    if (asked === undefined || document === undefined) return null;
    const found = hover(document, asked.offset, { fragments: asked.check.context.fragments, keys: asked.completesKeys });
    if (found === undefined) return null;
    return { contents: { kind: "plaintext", value: found.text }, range: asked.range(found.span.start, found.span.end) };
  });

  connection.onDefinition(async ({ textDocument, position }): Promise<Location | null> => {
    const asked = await ask(textDocument.uri, position);
    const document = asked && documentAt(asked.source, asked.offset);
    const definition = document && findDefinition(document, asked.offset, asked.check.context.fragments);
    return asked === undefined || definition === undefined ? null : locationOf(asked, definition);
  });

  async function locationOf(asked: Asked, definition: DefinitionTarget): Promise<Location | null> {
    if (definition.kind === "spec") {
      const range = protocolPositions({ path: definition.path, text: definition.text }).range(definition.start, definition.end);
      return { uri: uriOf(asked, definition.path), range };
    }
    const path = posix.join(posix.dirname(asked.path), definition.path);
    // The host reads nothing outside of the project, also not through a link.
    const [file] = await readSource(nodeHost(asked.project.root), path).catch(() => [undefined]);
    if (file === undefined) return null;
    const at = definition.word === "" ? -1 : file.text.search(new RegExp(`(?<=export\\b[^\\n]*\\b)${escapeRegex(definition.word)}\\b`));
    const range = protocolPositions(file).range(Math.max(at, 0), at === -1 ? 0 : at + definition.word.length);
    return { uri: uriOf(asked, file.path), range };
  }

  connection.onReferences(async ({ textDocument, position }): Promise<Location[]> => {
    const asked = await ask(textDocument.uri, position);
    const document = asked && documentAt(asked.source, asked.offset);
    if (asked === undefined || document === undefined) return [];
    const all = parameterReferences(document);
    const name = all.find(({ span }) => span.start <= asked.offset && asked.offset <= span.end)?.name;
    return all.filter((one) => one.name === name).map(({ span }) => ({ uri: textDocument.uri, range: asked.range(span.start, span.end) }));
  });

  connection.onPrepareRename(async ({ textDocument, position }) => {
    const asked = await ask(textDocument.uri, position);
    const document = asked && documentAt(asked.source, asked.offset);
    if (asked === undefined || document === undefined) return null;
    const target = renameTarget(document, asked.offset, asked.check.context);
    if (target.kind === "refused") throw new ResponseError(ErrorCodes.InvalidRequest, target.reason);
    return { range: asked.range(target.span.start, target.span.end), placeholder: target.name };
  });

  connection.onRenameRequest(async ({ textDocument, position, newName }): Promise<WorkspaceEdit | null> => {
    const asked = await ask(textDocument.uri, position);
    const document = asked && documentAt(asked.source, asked.offset);
    if (asked === undefined || document === undefined) return null;
    const openConfig = fileOf(uriOf(asked, configFile));
    const context = { ...asked.check.context, config: await readConfig(asked.project.root, openConfig?.text ?? "") };
    const renamed = await renameInDocument(document, { offset: asked.offset, to: newName }, context);
    if (renamed.kind === "refused") throw new ResponseError(ErrorCodes.InvalidRequest, renamed.reason);
    const changes = groupBy(renamed.spans, ({ file }) => file.path);
    return {
      changes: Object.fromEntries(
        [...changes].map(([path, spans]) => [
          path === asked.path ? textDocument.uri : uriOf(asked, path),
          spans.map(({ file, start, end }) => ({
            range: path === asked.path ? asked.range(start, end) : protocolPositions(file, openConfig?.hasMark).range(start, end),
            newText: newName,
          })),
        ]),
      ),
    };
  });

  connection.onCodeAction(async ({ textDocument, range }): Promise<CodeAction[]> => {
    const asked = await ask(textDocument.uri, range.start);
    if (asked === undefined) return [];
    const end = protocolPositions(asked.source, asked.hasMark).offset(range.end);
    const here = asked.check.diagnostics.filter(
      ({ span }) => span?.file.path === asked.path && span.file.text === asked.text && span.start <= end && span.end >= asked.offset,
    );
    const fixes = await findFixes(here, asked.check.context);
    return fixes.map((fix) => ({
      title: fix.title,
      kind: CodeActionKind.QuickFix,
      isPreferred: true,
      edit: { changes: { [textDocument.uri]: [{ range: asked.range(fix.start, fix.end), newText: fix.text }] } },
    }));
  });
}

/** toolgen.yaml as the editor has it, or else as it is saved. Nothing is renamed without what it says. */
async function readConfig(root: string, open: string) {
  const [file, unread] = open !== "" ? [{ path: configFile, text: open }, []] : await readSource(nodeHost(root), configFile);
  const [documents, problems] = file === undefined ? [[], unread] : parse(file);
  const [problem] = [...unread, ...problems];
  if (problem === undefined) return documents[0];
  throw new ResponseError(ErrorCodes.InvalidRequest, `${configFile} may name the parameter too, and can't be read: ${problem.message}`);
}

const kindOfItem: Readonly<Record<EditorCompletion["kind"], CompletionItemKind>> = {
  parameter: CompletionItemKind.Variable,
  value: CompletionItemKind.Value,
  key: CompletionItemKind.Property,
  fragment: CompletionItemKind.Module,
  tool: CompletionItemKind.Function,
  block: CompletionItemKind.Keyword,
};

function toItem({ label, kind, detail, insert, start, end }: EditorCompletion, asked: Asked): CompletionItem {
  return { label, kind: kindOfItem[kind], detail, filterText: label, textEdit: { range: asked.range(start, end), newText: insert } };
}

const escapeRegex = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
