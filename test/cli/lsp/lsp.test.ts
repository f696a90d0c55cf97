import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import {
  CodeActionRequest,
  CompletionRequest,
  DefinitionRequest,
  HoverRequest,
  type Location,
  type Position,
  PrepareRenameRequest,
  ReferencesRequest,
  RenameRequest,
} from "vscode-languageserver-protocol/node";
import { projectOf } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgenProcess } from "../../kit/toolgen-process.js";
import { atCursor, type Editor, type EditorClient, edited, startEditor } from "./editor-client.js";

const editors: Editor[] = [];
let shared: Promise<Editor> | undefined;
afterAll(async () => {
  for (const { process, at } of editors) if (process.exitCode === null) await at("/").close();
});

/** The editor for a project: one that has opened the folder of all temporary ones, or its own, with options. */
async function start(project: string, options?: object): Promise<EditorClient> {
  shared ??= started(tmpdir());
  const editor = await (options === undefined ? shared : started(project, options));
  return editor.at(project);
}

async function started(...args: Parameters<typeof startEditor>): Promise<Editor> {
  const editor = await startEditor(...args);
  editors.push(editor);
  return editor;
}

const path = "tools.d/say.yaml";
const spec = `name: say
description: Say something. It is printed as it is.
kind: read
schema:
  properties:
    text: { type: string, description: What to say. }
    style: { type: string, enum: [plain, loud] }
  required: [text]
aliases: { text: [message] }
command: [printf, "%s", "{{text}}", "{{#if (eq style \\"loud\\")}}!{{/if}}"]
examples:
  - params: { text: hello }
    expect: { argv: [printf, "%s", hello] }
`;
const completionsAt = async (client: EditorClient, position: Position) => {
  const answer = await client.connection.sendRequest(CompletionRequest.type, { textDocument: { uri: client.uri(path) }, position });
  return Array.isArray(answer) ? answer : (answer?.items ?? []);
};

it("reports the mistakes of unsaved text at UTF-16 positions, with CRLF and emoji, and takes them back", async () => {
  const folder = projectOf({ [path]: spec });
  const client = await start(folder);
  const text = spec.replace("It is printed", "🙂 It is printed").replace('"{{text}}"', '"🙂{{txet}}"').replaceAll("\n", "\r\n");
  await client.open(path, text);
  const [mistake] = await client.diagnostics(path, (all) => all.some(({ code }) => code === "unknown-name"));
  const line = text.split("\r\n").findIndex((one) => one.includes("txet"));
  const character = (text.split("\r\n")[line] ?? "").indexOf("txet");
  expect(mistake).toMatchObject({
    code: "unknown-name",
    source: "toolgen",
    severity: 1,
    range: { start: { line, character }, end: { line, character: character + 4 } },
  });
  expect(mistake?.message).toContain("Did you mean 'text'?");
  const actions = await client.connection.sendRequest(CodeActionRequest.type, {
    textDocument: { uri: client.uri(path) },
    range: { start: { line, character }, end: { line, character } },
    context: { diagnostics: [] },
  });
  const [fix] = actions ?? [];
  expect(fix).toMatchObject({ title: "Change to 'text'", kind: "quickfix" });
  const edits = fix !== undefined && "edit" in fix ? (fix.edit?.changes?.[client.uri(path)] ?? []) : [];
  expect(edited(text, edits)).toBe(text.replace("txet", "text"));
  expect(readFileSync(join(folder, path), "utf8")).toBe(spec);
});

it("reports what the check finds while YAML is broken, and between files that aren't open", async () => {
  const client = await start(projectOf({ [path]: spec, "tools.d/other.yaml": spec.replace("name: say", "name: tell") }));
  await client.open(path, spec);
  await client.diagnostics(path, (all) => all.length === 0).catch(() => {});
  await client.type(path, { line: 9, character: 0 }, "summary: [");
  expect(await client.diagnostics(path, (all) => all.length > 0)).toMatchObject([{ code: "yaml-syntax" }]);
  await client.type(path, { line: 9, character: "summary: [".length }, "]\n");
  await client.diagnostics(path, (all) => all.some(({ code }) => code === "wrong-type"));
});

it("checks only the last of many keystrokes", async () => {
  const client = await start(projectOf({ [path]: spec }));
  await client.open(path, spec.replace("kind: read", "kind: "));
  await client.diagnostics(path, (all) => all.length > 0);
  const before = client.published(path);
  for (const [i, letter] of [..."searh"].entries()) await client.type(path, { line: 2, character: 6 + i }, letter);
  await client.diagnostics(path, (all) => all.some(({ message }) => String(message).includes("'searh'")));
  expect(client.published(path) - before).toBeLessThan(5);
});

it("completes parameters in a placeholder that isn't closed yet, in the broken line of a flow list", async () => {
  const client = await start(projectOf({ [path]: spec }));
  const { text, position } = atCursor(spec.replace('command: [printf, "%s", "{{text}}"', 'command: [printf, "%s", "{{te|'));
  await client.open(path, text);
  const items = await completionsAt(client, position);
  expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining(["text", "style", "@workspace", "#if"]));
  const item = items.find(({ label }) => label === "text");
  expect(item).toMatchObject({ detail: "string, required", textEdit: { newText: "text}}" } });
  expect(edited(text, item?.textEdit !== undefined && "range" in item.textEdit ? [item.textEdit] : [])).toContain('"{{text}}');
});

it("completes names of the project, and leaves keys to a JSON Schema where the file names one", async () => {
  const hint = "# yaml-language-server: $schema=../node_modules/toolgen/dist/assets/spec.schema.json\n";
  const labels = async (text: string, options?: object) => {
    const client = await start(projectOf({ [path]: spec, "tools.d/f.yaml": "fragment: shared\ntimeout: 5s\n" }), options);
    const marked = atCursor(text);
    await client.open(path, marked.text);
    return (await completionsAt(client, marked.position)).map(({ label }) => label);
  };
  expect(await labels(`${hint}${spec}elicit: [|]\n`)).toEqual(["text", "style"]);
  expect(await labels(`${hint}${spec}extends: [|]\n`)).toContain("shared");
  expect(await labels(`${hint}${spec}sandbox:\n  |\n`)).toEqual([]);
  expect(await labels(`${spec}sandbox:\n  |\n`)).toEqual(expect.arrayContaining(["write", "read", "network"]));
  expect(await labels(`${hint}${spec}sandbox:\n  |\n`, { keys: "always" })).toContain("write");
  expect(await labels(`${spec}sandbox:\n  |\n`, { keys: "never" })).toEqual([]);
});

it("shows what a parameter is and what gets it, and the documentation of a key", async () => {
  const client = await start(projectOf({ [path]: spec }));
  await client.open(path, spec);
  const hover = async (marked: string) => {
    const { position } = atCursor(marked);
    const answer = await client.connection.sendRequest(HoverRequest.type, { textDocument: { uri: client.uri(path) }, position });
    return answer !== null && typeof answer.contents === "object" && "value" in answer.contents ? answer.contents.value : "";
  };
  expect(await hover(spec.replace("{{text}}", "{{te|xt}}"))).toBe(
    "text: string, required\n\nWhat to say.\n\nModels may also send it as 'message'.\n\ncommand gets {{text}}",
  );
  expect(await hover(spec.replace("kind:", "ki|nd:"))).toContain("kind (required): The category");
});

it("shows a spec's texts as they are, and not as Markdown", async () => {
  const strange = spec.replace("What to say.", '"![x](https://example.com/x.png)\\e[31m [y](command:z)"');
  const client = await start(projectOf({ [path]: strange }));
  await client.open(path, strange);
  const { position } = atCursor(strange.replace("{{text}}", "{{te|xt}}"));
  const answer = await client.connection.sendRequest(HoverRequest.type, { textDocument: { uri: client.uri(path) }, position });
  expect(answer?.contents).toMatchObject({
    kind: "plaintext",
    value: expect.stringContaining("\n![x](https://example.com/x.png)␛[31m [y](command:z)\n"),
  });
});

it("renames nothing while toolgen.yaml can't be read", async () => {
  const client = await start(projectOf({ [path]: spec, "toolgen.yaml": "version: 1\nrisk: { say: { when: { text: [rm] }\n" }));
  await client.open(path, spec);
  const textDocument = { uri: client.uri(path) };
  const { position } = atCursor(spec.replace("{{text}}", "{{te|xt}}"));
  const rename = () => client.connection.sendRequest(RenameRequest.type, { textDocument, position, newName: "words" });
  await expect(rename()).rejects.toThrow("toolgen.yaml may name the parameter too");
  await client.open("toolgen.yaml", "version: 1\n");
  expect((await rename())?.changes?.[client.uri(path)]).toHaveLength(5);
});

it("renames a parameter in everything that names it, also in toolgen.yaml, and says why it won't where it can't", async () => {
  const config = "version: 1\nrisk:\n  say: { when: { text: [rm] }, level: dangerous }\n";
  const handled =
    "name: handled\ndescription: Say it.\nkind: read\nschema: { properties: { text: { type: string } } }\nhandler: ./h.ts#run\n";
  const client = await start(projectOf({ [path]: spec, "toolgen.yaml": config, "tools.d/handled.yaml": handled, "tools.d/h.ts": "" }));
  await client.open(path, spec);
  const { position } = atCursor(spec.replace("{{text}}", "{{te|xt}}"));
  const textDocument = { uri: client.uri(path) };
  expect(await client.connection.sendRequest(PrepareRenameRequest.type, { textDocument, position })).toMatchObject({ placeholder: "text" });
  const answer = await client.connection.sendRequest(RenameRequest.type, { textDocument, position, newName: "words" });
  const result = edited(spec, answer?.changes?.[client.uri(path)] ?? []);
  expect(result).toBe(
    spec
      .replace("    text: {", "    words: {")
      .replace("[text]", "[words]")
      .replace("{ text: [message] }", "{ words: [message] }")
      .replace("{{text}}", "{{words}}")
      .replace("{ text: hello }", "{ words: hello }"),
  );
  expect(edited(config, answer?.changes?.[client.uri("toolgen.yaml")] ?? [])).toBe(config.replace("text", "words"));
  const references = await client.connection.sendRequest(ReferencesRequest.type, {
    textDocument,
    position,
    context: { includeDeclaration: true },
  });
  expect(references).toHaveLength(5);
  await expect(client.connection.sendRequest(RenameRequest.type, { textDocument, position, newName: "style" })).rejects.toThrow(
    "There is a 'style' in this document already.",
  );
  await client.open("tools.d/handled.yaml", handled);
  const inHandled = { textDocument: { uri: client.uri("tools.d/handled.yaml") }, position: { line: 3, character: 25 } };
  await expect(client.connection.sendRequest(PrepareRenameRequest.type, inHandled)).rejects.toThrow(
    "The handler reads its arguments by name",
  );
});

it("goes to the definition of a parameter, a fragment of the project and of toolgen, and a handler's function", async () => {
  const extending = `${spec}extends: [shared, std/read]\n`;
  const handled = "name: handled\ndescription: Say it.\nkind: read\nhandler: ./h.ts#run\n";
  const client = await start(
    projectOf({
      [path]: extending,
      "tools.d/f.yaml": "# shared\nfragment: shared\ntimeout: 5s\n",
      "tools.d/handled.yaml": handled,
      "tools.d/h.ts": "\nexport async function run() {}\n",
    }),
  );
  await client.open(path, extending);
  await client.open("tools.d/handled.yaml", handled);
  const definition = async (file: string, marked: string) =>
    (await client.connection.sendRequest(DefinitionRequest.type, {
      textDocument: { uri: client.uri(file) },
      position: atCursor(marked).position,
    })) as Location | null;
  expect(await definition(path, extending.replace("{{text}}", "{{te|xt}}"))).toMatchObject({ range: { start: { line: 5, character: 4 } } });
  expect(await definition(path, extending.replace("shared", "sha|red"))).toMatchObject({
    uri: client.uri("tools.d/f.yaml"),
    range: { start: { line: 1, character: 10 } },
  });
  const std = await definition(path, extending.replace("std/read", "std/re|ad"));
  expect(existsSync(new URL(std?.uri ?? ""))).toBe(true);
  expect(await definition("tools.d/handled.yaml", handled.replace("h.ts", "h|.ts"))).toMatchObject({
    uri: client.uri("tools.d/h.ts"),
    range: { start: { line: 1, character: 22 } },
  });
});

it("goes to no definition, and reports no error, for a handler whose path no URL can have", async () => {
  const handled = "name: handled\ndescription: Say it.\nkind: read\nhandler: ./%E0%A4%A.ts#run\n";
  const files = { "tools.d/handled.yaml": handled, "tools.d/%41.ts": "export function run() {}\n" };
  const client = await start(projectOf(files));
  const definition = async (text: string) => {
    await client.open("tools.d/handled.yaml", text);
    const { position } = atCursor(text.replace(".ts", "|.ts"));
    return client.connection.sendRequest(DefinitionRequest.type, { textDocument: { uri: client.uri("tools.d/handled.yaml") }, position });
  };
  expect(await definition(handled)).toBeNull();
  expect(await definition(handled.replace("%E0%A4%A", "%41"))).toMatchObject({ uri: client.uri("tools.d/%41.ts") });
});

it("runs nothing of the project, reads nothing outside of it and writes nothing", async () => {
  const outside = temporaryFolder();
  writeFileSync(join(outside, "secret.yaml"), spec.replace("name: say", "name: secret"));
  const trap =
    "import { writeFileSync } from 'node:fs';\nwriteFileSync(new URL('./ran', import.meta.url), '');\nexport const run = () => '';\n";
  const handled = "name: handled\ndescription: Say it.\nkind: read\nhandler: ./h.ts#run\nrequires: { node: '>=1' }\n";
  const folder = projectOf({ [path]: `${spec}x: 1\n`, "tools.d/handled.yaml": handled, "tools.d/h.ts": trap });
  symlinkSync(outside, join(folder, "tools.d/linked"));
  const before = readdirSync(folder, { recursive: true }).sort();
  const client = await start(folder);
  await client.open(path, `${spec}x: 1\n`);
  await client.diagnostics(path, (all) => all.some(({ code }) => code === "unknown-key"));
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before);
  expect(client.published("tools.d/linked/secret.yaml")).toBe(0);
});

it("survives a folder without specs, files that aren't specs, and ends by the client's exit with 0", async () => {
  const client = await start(projectOf({ "notes.yaml": "a: 1\n" }), {});
  await client.open("notes.yaml", "a: [1\n");
  const position = { line: 0, character: 1 };
  expect(await client.connection.sendRequest(HoverRequest.type, { textDocument: { uri: client.uri("notes.yaml") }, position })).toBeNull();
  expect(await client.close()).toBe(0);
  expect(toolgenProcess(projectOf({}), ["lsp"])).toEqual({ status: 1, stdout: "", stderr: "" });
});
