// Starts `toolgen lsp` of each workspace folder that has toolgen in its own node_modules. VS Code doesn't load this
// file in a workspace that isn't trusted (package.json, capabilities).

const { existsSync } = require("node:fs");
const { join } = require("node:path");
const { workspace } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

/** @type {Map<string, LanguageClient>} */
const clients = new Map();

exports.activate = async (context) => {
  context.subscriptions.push(
    workspace.onDidChangeWorkspaceFolders(async ({ added, removed }) => {
      await Promise.all(removed.map(stop));
      await Promise.all(added.map(start));
    }),
  );
  await Promise.all((workspace.workspaceFolders ?? []).map(start));
};

exports.deactivate = () => Promise.all([...clients.values()].map((client) => client.stop()));

async function start(folder) {
  if (!workspace.isTrusted || folder.uri.scheme !== "file") return;
  const module = join(folder.uri.fsPath, "node_modules", "toolgen", "dist", "cli", "main.js");
  if (!existsSync(module)) return;
  const server = { module, args: ["lsp"], transport: TransportKind.stdio, options: { cwd: folder.uri.fsPath } };
  const client = new LanguageClient("toolgen", `toolgen (${folder.name})`, server, {
    workspaceFolder: folder,
    documentSelector: ["yaml", "json"].map((language) => ({ language, scheme: "file", pattern: `${folder.uri.fsPath}/**/*` })),
    initializationOptions: { keys: workspace.getConfiguration("toolgen", folder.uri).get("keys") },
  });
  clients.set(folder.uri.toString(), client);
  await client.start();
}

async function stop(folder) {
  const key = folder.uri.toString();
  const client = clients.get(key);
  clients.delete(key);
  await client?.stop();
}
