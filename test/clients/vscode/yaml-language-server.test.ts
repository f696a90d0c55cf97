import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import {
  CompletionRequest,
  createProtocolConnection,
  type Diagnostic,
  DidOpenTextDocumentNotification,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";
import { kinds, toolFields } from "../../../src/compiler/check/language/tool-shape.js";
import { projectOf } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";

// The schema in the installed package, read by the language server of VS Code's, Neovim's and Helix's YAML support.

const program = createRequire(import.meta.url).resolve("yaml-language-server/bin/yaml-language-server");
const packageRoot = fileURLToPath(new URL("../../../", import.meta.url));

const line = "# yaml-language-server: $schema=../node_modules/toolgen/dist/assets/spec.schema.json\n";

/** A project with toolgen among its packages. */
function projectWithPackage(): string {
  const folder = projectOf({ "toolgen.yaml": "version: 1\n" });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(packageRoot, join(folder, "node_modules/toolgen"));
  return folder;
}

async function openInEditor(folder: string, path: string, text: string) {
  const server = spawn(process.execPath, [program, "--stdio"], { cwd: dirname(program), stdio: ["pipe", "pipe", "ignore"] });
  onTestFinished(() => void server.kill("SIGKILL"));
  const connection = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  connection.onRequest("workspace/configuration", ({ items }: { readonly items: readonly unknown[] }) => items.map(() => null));
  connection.onRequest("client/registerCapability", () => null);
  const diagnostics = new Promise<readonly Diagnostic[]>((resolve) =>
    connection.onNotification(PublishDiagnosticsNotification.type, (params) => resolve(params.diagnostics)),
  );
  connection.listen();
  const rootUri = pathToFileURL(folder).href;
  await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri,
    workspaceFolders: [{ uri: rootUri, name: "project" }],
    capabilities: { textDocument: { hover: { contentFormat: ["markdown"] } }, workspace: { configuration: true } },
  });
  await connection.sendNotification(InitializedNotification.type, {});
  const uri = pathToFileURL(join(folder, path)).href;
  await connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId: "yaml", version: 1, text } });
  return { connection, uri, diagnostics };
}

it("reports unknown keys and words of a spec by the schema of the installed package", async () => {
  const folder = projectWithPackage();
  const spec = `${line}name: show\ndescription: Shows.\nkind: raed\ntimeuot: 5s\ncommand: [wc]\n`;
  const { diagnostics } = await openInEditor(folder, "tools.d/show.yaml", spec);
  expect((await diagnostics).map(({ range, message }) => [range.start.line, message])).toEqual([
    [3, expect.stringContaining("Value is not accepted.")],
    [4, expect.stringContaining("timeuot")],
  ]);
});

it("completes and explains the keys of the language, and their words", async () => {
  const folder = projectWithPackage();
  const spec = `${line}name: show\ndescription: Shows.\nkind: \ncommand: [wc]\n\n`;
  const { connection, uri, diagnostics } = await openInEditor(folder, "tools.d/show.yaml", spec);
  await diagnostics;
  const completed = async (line: number, character: number) => {
    const answer = await connection.sendRequest(CompletionRequest.type, { textDocument: { uri }, position: { line, character } });
    return (Array.isArray(answer) ? answer : (answer?.items ?? [])).map(({ label }) => label);
  };
  expect(await completed(5, 0)).toEqual(expect.arrayContaining(["timeout", "sandbox", "examples"]));
  expect((await completed(3, 6)).sort()).toEqual([...kinds].sort());
  const hover = await connection.sendRequest(HoverRequest.type, { textDocument: { uri }, position: { line: 3, character: 1 } });
  expect(JSON.stringify(hover)).toContain(toolFields.kind.description);
});

it("has no complaint about a spec that toolgen writes, nor about its settings", async () => {
  const folder = projectWithPackage();
  expect(toolgen(folder, ["new", "command", "show_log"])).toMatchObject({ status: 0 });
  const written = readFileSync(join(folder, "tools.d/show-log.yaml"), "utf8");
  expect(written.startsWith(line)).toBe(true);
  const { diagnostics } = await openInEditor(folder, "tools.d/show-log.yaml", written);
  expect(await diagnostics).toEqual([]);
});
