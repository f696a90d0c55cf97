import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  createProtocolConnection,
  type Diagnostic,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  type Position,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
} from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { program } from "../../kit/toolgen.js";

/** An editor that runs `toolgen lsp`, through the client library of the protocol. */
export interface Editor {
  readonly process: ChildProcess;
  /** The same editor, for files of a project below the folder that it has opened. */
  at(project: string): EditorClient;
}

export interface EditorClient {
  readonly connection: ProtocolConnection;
  uri(path: string): string;
  open(path: string, text: string): Promise<void>;
  /** Replaces a part of an open file, as typing does. */
  type(path: string, at: Position, inserted: string): Promise<void>;
  text(path: string): string;
  /** The diagnostics of a file once they satisfy a condition. */
  diagnostics(path: string, until: (diagnostics: readonly Diagnostic[]) => boolean): Promise<readonly Diagnostic[]>;
  /** How often diagnostics of a file came. */
  published(path: string): number;
  /** Asks the server to end, and returns the exit code. */
  close(): Promise<number | null>;
}

export async function startEditor(folder: string, initializationOptions?: object): Promise<Editor> {
  const process = spawn(globalThis.process.execPath, [program, "lsp", "--stdio"], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise<number | null>((resolve) => process.once("exit", resolve));
  const connection = createProtocolConnection(new StreamMessageReader(process.stdout), new StreamMessageWriter(process.stdin));
  const latest = new Map<string, readonly Diagnostic[]>();
  const counts = new Map<string, number>();
  const waiting = new Set<() => void>();
  const texts = new Map<string, TextDocument>();
  connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
    latest.set(params.uri, params.diagnostics);
    counts.set(params.uri, (counts.get(params.uri) ?? 0) + 1);
    for (const check of [...waiting]) check();
  });
  connection.listen();
  await connection.sendRequest(InitializeRequest.type, {
    processId: globalThis.process.pid,
    rootUri: pathToFileURL(folder).href,
    workspaceFolders: [{ uri: pathToFileURL(folder).href, name: "project" }],
    capabilities: {},
    initializationOptions,
  });
  await connection.sendNotification(InitializedNotification.type, {});
  const at = (project: string): EditorClient => {
    const uri = (path: string) => pathToFileURL(join(project, path)).href;
    return {
      connection,
      uri,
      open: (path, text) => {
        texts.set(uri(path), TextDocument.create(uri(path), "yaml", 1, text));
        return connection.sendNotification(DidOpenTextDocumentNotification.type, {
          textDocument: { uri: uri(path), languageId: "yaml", version: 1, text },
        });
      },
      type: (path, at, inserted) => {
        const before = texts.get(uri(path));
        if (before === undefined) throw new Error(`'${path}' isn't open`);
        const change = { range: { start: at, end: at }, text: inserted };
        const version = before.version + 1;
        texts.set(uri(path), TextDocument.update(before, [change], version));
        return connection.sendNotification(DidChangeTextDocumentNotification.type, {
          textDocument: { uri: uri(path), version },
          contentChanges: [change],
        });
      },
      text: (path) => texts.get(uri(path))?.getText() ?? "",
      diagnostics: (path, until) =>
        new Promise((resolve) => {
          const check = () => {
            const known = latest.get(uri(path));
            if (known === undefined || !until(known)) return;
            waiting.delete(check);
            resolve(known);
          };
          waiting.add(check);
          check();
        }),
      published: (path) => counts.get(uri(path)) ?? 0,
      close: async () => {
        await connection.sendRequest(ShutdownRequest.type);
        await connection.sendNotification(ExitNotification.type);
        const code = await ended;
        connection.dispose();
        return code;
      },
    };
  };
  return { process, at };
}

/** A text with the edits of an answer. */
export const edited = (text: string, edits: readonly TextEdit[]): string =>
  TextDocument.applyEdits(TextDocument.create("file:///x", "yaml", 1, text), [...edits]);

/** The position of a `|` in a text, and the text without it. */
export function atCursor(marked: string): { readonly text: string; readonly position: Position } {
  const at = marked.indexOf("|");
  const text = marked.slice(0, at) + marked.slice(at + 1);
  return { text, position: TextDocument.create("file:///x", "yaml", 1, text).positionAt(at) };
}
