import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import {
  createConnection,
  ErrorCodes,
  type InitializeParams,
  type MessageStrategy,
  type NotificationMessage,
  ProposedFeatures,
  type RequestMessage,
  ResponseError,
  TextDocumentSyncKind,
  TextDocuments,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { configFile } from "../../compiler/config.js";
import type { Assets } from "../../contract/host.js";
import { readAssets } from "../../contract/node-host.js";
import { type GlobalOptions, limitsFrom, type ProjectLimits, packageRoot, packageVersion } from "../command.js";
import { requireStdin } from "../io/input.js";
import { onReaderGone } from "../io/interruptible.js";
import type { Terminal } from "../io/terminal.js";
import { answerEditorRequests, type EditorFile } from "./answer-editor-requests.js";
import { type EditorProject, openEditorProject } from "./open-editor-project.js";

/**
 * `toolgen lsp`: a language server for specs on standard input and output. The client ends it: with `exit`, which is
 * the process's exit, or by closing standard input.
 */
export async function lsp(options: GlobalOptions, terminal: Terminal): Promise<number> {
  requireStdin(terminal);
  const assets = await readAssets(packageRoot);
  serveEditor({
    input: terminal.stdin.stream,
    output: terminal.stdout,
    assets,
    version: packageVersion(),
    limits: limitsFrom(options.limit),
    packageFolder: fileURLToPath(packageRoot).replace(/[/\\]$/, ""),
  });
  // Without a reader the server is useless: it ends as if its client had closed standard input.
  onReaderGone(terminal.stdout, () => terminal.stdin.stream.destroy());
  return new Promise(() => {});
}

/** The streams of a language server, and what it knows before its client speaks. */
interface EditorServer {
  readonly input: Readable;
  readonly output: Writable;
  readonly assets: Assets;
  readonly version: string;
  readonly limits: ProjectLimits | undefined;
  /** The folder of toolgen's package, in which the library's specs are. */
  readonly packageFolder: string;
}

/**
 * Serves editors over a pair of streams until the client's `exit`, after which the process ends. Nothing of a project
 * runs, and nothing is written: edits are the client's.
 */
function serveEditor({ input, output, assets, version, limits, packageFolder }: EditorServer): void {
  const connection = createConnection(ProposedFeatures.all, input, output, { messageStrategy: inLifetime() });
  for (const [method, { code, message }] of Object.entries(refusals)) connection.onRequest(method, () => new ResponseError(code, message));
  const documents = new TextDocuments(TextDocument);
  const projects = new Map<string, EditorProject>();
  let folders: readonly string[] = [];
  let keys: "auto" | "always" | "never" = "auto";

  const fileOf = (uri: string): EditorFile | undefined => {
    const file = localPath(uri);
    const root = file && findProjectFolder(file, folders);
    const path = root && file && pathInside(file, root);
    if (root === undefined || path === undefined) return undefined;
    const known = projects.get(root);
    const project = known ?? open(root);
    if (known === undefined) projects.set(root, project);
    const { text, hasMark } = textOf(uri);
    return { project, path, text, hasMark, completesKeys: keys === "always" || (keys === "auto" && !hasSchema(text)) };
  };

  const textOf = (uri: string) => {
    const text = documents.get(uri)?.getText() ?? "";
    return text.startsWith("\uFEFF") ? { text: text.slice(1), hasMark: true } : { text, hasMark: false };
  };

  /** The open files of a project, by their paths in it. */
  const openFiles = (root: string) =>
    documents.all().flatMap(({ uri }) => {
      const file = localPath(uri);
      const path = file && findProjectFolder(file, folders) === root ? pathInside(file, root) : undefined;
      return path === undefined || !/\.(?:ya?ml|json)$/.test(path) ? [] : [{ path, ...textOf(uri) }];
    });

  const open = (root: string): EditorProject =>
    openEditorProject({
      root,
      assets,
      limits,
      texts: () => new Map(openFiles(root).map(({ path, text }) => [path, text])),
      hasMark: (path) => openFiles(root).some((one) => one.path === path && one.hasMark),
      publish: (uri, diagnostics) => void connection.sendDiagnostics({ uri, diagnostics: [...diagnostics] }),
      onProblem: (problem) => connection.console.error(problem),
    });

  connection.onInitialize((params) => {
    folders = foldersOf(params);
    keys = keysOption(params.initializationOptions);
    return {
      serverInfo: { name: "toolgen", version },
      capabilities: {
        textDocumentSync: TextDocumentSyncKind.Incremental,
        completionProvider: { triggerCharacters: ["{", "@", "#", "/", " "] },
        hoverProvider: true,
        definitionProvider: true,
        referencesProvider: true,
        renameProvider: { prepareProvider: true },
        codeActionProvider: { codeActionKinds: ["quickfix"] },
      },
    };
  });
  documents.onDidChangeContent(({ document }) => fileOf(document.uri)?.project.scheduleCheck());
  documents.onDidClose(({ document }) => {
    const project = fileOf(document.uri)?.project;
    if (project === undefined) return;
    if (openFiles(project.root).length > 0) return project.scheduleCheck();
    project.close();
    projects.delete(project.root);
  });
  answerEditorRequests(connection, { fileOf, assets, libraryFolder: `${packageFolder}/dist/assets/library` });
  documents.listen(connection);
  connection.listen();
}

/** The answers to requests that come at a wrong time, by the methods that stand for these. */
const refusals = {
  "toolgen/early": { code: ErrorCodes.ServerNotInitialized, message: "The first request must be 'initialize'." },
  "toolgen/again": { code: ErrorCodes.InvalidRequest, message: "The server is initialized already." },
  "toolgen/late": { code: ErrorCodes.InvalidRequest, message: "The server was asked to shut down." },
} as const;

/**
 * Passes messages on while a server may handle them: from `initialize` until `shutdown`. Other requests are refused,
 * and other notifications dropped, but for `exit`.
 */
function inLifetime(): MessageStrategy {
  let state: "new" | "running" | "down" = "new";
  const refusalOf = (method: string): keyof typeof refusals | undefined => {
    if (state === "new") return method === "initialize" ? undefined : "toolgen/early";
    if (state === "down") return "toolgen/late";
    return method === "initialize" ? "toolgen/again" : undefined;
  };
  return {
    handleMessage: (message, next) => {
      // A response to the server.
      if (!("method" in message)) return next(message);
      const { method } = message as NotificationMessage;
      if (!("id" in message)) return state === "running" || method === "exit" ? next(message) : undefined;
      const refusal = refusalOf(method);
      if (refusal !== undefined) return next({ jsonrpc: message.jsonrpc, id: message.id, method: refusal } as RequestMessage);
      if (method === "initialize") state = "running";
      else if (method === "shutdown") state = "down";
      return next(message);
    },
  };
}

function localPath(uri: string): string | undefined {
  try {
    return uri.startsWith("file:") ? fileURLToPath(uri) : undefined;
  } catch {
    // A file on another machine.
    return undefined;
  }
}

function foldersOf({ workspaceFolders, rootUri }: InitializeParams): readonly string[] {
  const uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri === null || rootUri === undefined ? [] : [rootUri]);
  return uris.flatMap((uri) => localPath(uri) ?? []);
}

function keysOption(options: unknown): "auto" | "always" | "never" {
  const keys = typeof options === "object" && options !== null && "keys" in options ? options.keys : undefined;
  return keys === "always" || keys === "never" ? keys : "auto";
}

/** True if the file names a JSON Schema, from which an editor with a server for YAML completes keys itself. */
const hasSchema = (text: string) => /^#\s*yaml-language-server:\s*\$schema=/m.test(text) || /^["']?\$schema["']?:/m.test(text);

/**
 * The folder of the project that a file belongs to: the nearest above it with a `toolgen.yaml`, otherwise the nearest
 * with a `tools.d`. The search ends at the folders that the editor has opened, if the file is in one of them.
 */
function findProjectFolder(file: string, workspaceFolders: readonly string[]): string | undefined {
  const end = workspaceFolders.filter((folder) => isInside(file, folder)).sort((a, b) => a.length - b.length)[0];
  const folders: string[] = [];
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    folders.push(folder);
    if (folder === end || folder === dirname(folder)) break;
  }
  return folders.find((folder) => existsSync(join(folder, configFile))) ?? folders.find((folder) => existsSync(join(folder, "tools.d")));
}

/** A file's path relative to a folder, with `/` between its parts; `undefined` if it is not inside. */
function pathInside(file: string, folder: string): string | undefined {
  return isInside(file, folder) ? relative(folder, file).split(sep).join("/") : undefined;
}

const isInside = (file: string, folder: string) => file.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
