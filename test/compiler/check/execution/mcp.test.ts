import { expect, it } from "vitest";
import { prepareCall } from "../../../../src/call/prepare-call.js";
import { loadCompiledTool } from "../../../../src/cli/project/load-compiled-tool.js";
import { surfaceOfModel } from "../../../../src/compiler/compare-surfaces.js";
import { compile } from "../../../../src/compiler/compile.js";
import type { JsonObject } from "../../../../src/contract/json-value.js";
import { assets } from "../../../kit/compiled.js";
import { memoryHost } from "../../../kit/memory-host.js";

const config = `version: 1
mcpServers:
  notes:
    command: servers/notes.mjs
    args: [--quiet]
    cwd: data
    pass: [NOTES_DIR]
    env: { KEY: "{{@secret.NOTES_TOKEN}}", LEVEL: error }
    secrets: { NOTES_TOKEN: A token. }
  pages: { url: https://pages.example.com/mcp, headers: { Authorization: "Bearer {{@secret.PAGES}}" }, secrets: { PAGES: A token. } }
`;
const spec = (lines: string) => `name: find
description: Find notes.
kind: search
schema: { properties: { text: { type: string }, limit: { type: integer } } }
${lines}
`;

const compiled = (tool: string, project = config) => compile(memoryHost({ "toolgen.yaml": project, "tools.d/find.yaml": tool }), assets);
const codesOf = async (tool: string, project?: string) => (await compiled(tool, project))[1].map(({ code }) => code);

it.each([
  ["mcp: { server: notes, tool: find }", []],
  ["mcp: { server: nodes, tool: find }", ["unknown-mcp-server"]],
  ["mcp: { server: notes }", ["missing-key"]],
  ['mcp: { server: notes, tool: find, arguments: { q: "{{text}}" } }', ["unused-parameter"]],
  ['mcp: { server: notes, tool: find, arguments: { q: "{{txt}}", n: "{{limit}}" } }', ["unknown-name"]],
  ['mcp: { server: notes, tool: find, arguments: { q: "{{text}}", n: "{{limit}}", key: "{{@secret.NOTES_TOKEN}}" } }', ["unknown-name"]],
  ["mcp: { server: notes, tool: find }\nstdin: a", ["key-beside-mcp"]],
  ["mcp: { server: notes, tool: find }\nenv: { pass: [HOME] }", ["key-beside-mcp"]],
  ["mcp: { server: notes, tool: find }\nsecrets: [NOTES_TOKEN]", ["key-beside-mcp"]],
  ["mcp: { server: notes, tool: find }\nexitCodes: { 1: None. }", ["key-beside-mcp"]],
  ["mcp: { server: notes, tool: find }\noutput: { file: a.txt }", ["key-beside-mcp"]],
  ["mcp: { server: notes, tool: find }\noutput: { format: image, mimeType: image/png }", ["bad-value", "key-beside-mcp"]],
  ["mcp: { server: notes, tool: find }\noutput: { format: json, select: /a }", []],
  ["mcp: { server: notes, tool: find }\nwarm: false", []],
  ["mcp: { server: notes, tool: find }\nsandbox: { write: none }", []],
  ["mcp: { server: pages, tool: find }\nsandbox: {}", ["sandbox-of-address"]],
  ["mcp: { server: pages, tool: find }\nsandbox: { network: true }", ["sandbox-of-address"]],
  ["mcp: { server: notes, tool: find }\ncommand: [echo]", ["two-executions"]],
])("checks what is beside the server's tool: %s", async (lines, codes) => {
  expect((await codesOf(spec(lines))).filter((code) => code !== "unused-parameter" || codes.includes(code as never))).toEqual(codes);
});

it.each([
  ["{ args: [a] }", ["mcp-server-form"]],
  ["{ command: a, url: https://example.com }", ["mcp-server-form"]],
  ["{ url: https://example.com, env: { A: b } }", ["mcp-server-form"]],
  ["{ command: a, headers: { A: b } }", ["mcp-server-form"]],
  ["{ url: example.com }", ["bad-value"]],
  ['{ url: "https://user:pass@example.com" }', ["bad-value"]],
  ['{ url: "https://:pass@example.com" }', ["bad-value"]],
  ['{ command: a, args: ["{{@secret.T}}"], env: { T: "{{@secret.T}}" }, secrets: { T: A token. } }', ["bad-value"]],
  ['{ command: a, env: { T: "{{@secret.U}}" }, secrets: { T: A token. } }', ["unknown-name"]],
  ['{ command: a, env: { T: "{{text}}" } }', ["unknown-name"]],
  ["{ command: a, secrets: { T: A token. } }", ["unused-secret"]],
  ["{ command: a, cwd: ../b }", ["bad-value"]],
  ['{ command: a, env: { T: "x {{@secret.T}}" }, secrets: { T: A token. } }', []],
])("checks the entry of a server: %s", async (entry, codes) => {
  expect(await codesOf(spec("mcp: { server: notes, tool: find }"), `version: 1\nmcpServers: { notes: ${entry} }\n`)).toEqual(codes);
});

it("takes a server's name that objects have from birth for any other", async () => {
  const config = "version: 1\nmcpServers: { constructor: { command: a } }\n";
  expect(await codesOf(spec("mcp: { server: constructor, tool: find }"), config)).toEqual([]);
  expect(await codesOf(spec("mcp: { server: constructor, tool: find }"))).toEqual(["unknown-mcp-server"]);
});

const context = { workspace: "/work", projectDir: "/project", env: { NOTES_TOKEN: "s3cret", NOTES_DIR: "/n", OTHER: "x", PAGES: "p" } };

async function prepared(lines: string, params: JsonObject) {
  const [{ files }] = await compiled(spec(lines));
  const call = prepareCall(loadCompiledTool(files, "find", "/project"), params, context);
  return call.ok ? call.call : call;
}

it("gives the server the arguments of the call, or those of the template", async () => {
  expect(await prepared("mcp: { server: notes, tool: find }", { limit: "3", text: "a" })).toMatchObject({
    mcp: { tool: "find", arguments: { text: "a", limit: 3 } },
  });
  const template = 'mcp: { server: notes, tool: find, arguments: { q: "{{text}}", page: { size: "{{limit}}" }, by: "name {{text}}" } }';
  expect(await prepared(template, { text: "a", limit: 3 })).toMatchObject({
    mcp: { arguments: { q: "a", page: { size: 3 }, by: "name a" } },
  });
  expect(await prepared(template, { text: "a" })).toMatchObject({ mcp: { arguments: { q: "a", page: {}, by: "name a" } } });
});

it("starts a server of the project in its folder, with its secret and what is passed on", async () => {
  const call = await prepared("mcp: { server: notes, tool: find }", {});
  expect(call).toMatchObject({
    mcp: {
      server: { command: "/project/servers/notes.mjs", args: ["--quiet"], cwd: "/project/data", env: { KEY: "s3cret", LEVEL: "error" } },
    },
    env: { NOTES_DIR: "/n" },
    secrets: ["s3cret"],
  });
  expect(call).not.toHaveProperty("env.OTHER");
  expect(call).not.toHaveProperty("env.NOTES_TOKEN", "s3cret");
});

it("is moderate unless the spec says otherwise, because toolgen doesn't know what a server does", async () => {
  const riskOf = async (lines: string) => (await compiled(spec(lines)))[0].model.tools[0]?.risk;
  expect(await riskOf("mcp: { server: notes, tool: find }")).toMatchObject({ level: "moderate", requiresConfirmation: true });
  expect(await riskOf("mcp: { server: notes, tool: find }\nrisk: safe")).toMatchObject({ level: "safe", requiresConfirmation: false });
});

it("has another surface when the server, its program or its tool changes", async () => {
  const accessOf = async (lines: string, project = config) =>
    surfaceOfModel((await compiled(spec(lines), project))[0].model).tools.find?.access;
  const own = await accessOf("mcp: { server: notes, tool: find }");
  expect(own).toMatchObject({ programs: ["servers/notes.mjs (MCP server notes)"], requests: [], variables: ["NOTES_DIR", "NOTES_TOKEN"] });
  const others = [
    await accessOf("mcp: { server: notes, tool: other }"),
    await accessOf("mcp: { server: pages, tool: find }"),
    await accessOf("mcp: { server: notes, tool: find }", config.replace("--quiet", "--write")),
  ];
  expect(others[1]).toMatchObject({ programs: [], requests: ["POST https://pages.example.com (MCP server pages)"] });
  expect(new Set([own, ...others].map((access) => access?.execution)).size).toBe(4);
});
