import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { ToolRegistry, type ToolRegistryOptions } from "../../../src/runtime/index.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { makeProject } from "../gemini-cli-core/project.js";
import { everything, listening, programOf } from "./everything.js";

const never = new AbortController().signal;

async function discovered(options: ToolRegistryOptions) {
  const registry = new ToolRegistry(options);
  onTestFinished(() => registry.close());
  const { registered, problems } = await registry.discoverAllTools();
  const call = (name: string, params: object) => registry.getTool(name)?.buildAndExecute(params, never);
  return { registry, registered, problems, call };
}

it("discovers and calls server-everything and server-filesystem", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "files"));
  writeFileSync(join(folder, "files/a.txt"), "one\ntwo\nthree\n");
  const { registry, registered, problems, call } = await discovered({
    environment: { workspace: folder },
    mcpServers: {
      everything: { command: process.execPath, args: [everything] },
      files: { command: process.execPath, args: [programOf("server-filesystem"), "files"] },
    },
  });
  expect(problems).toEqual([]);
  expect(registered).toEqual(expect.arrayContaining(["everything__echo", "everything__get-tiny-image", "files__read_text_file"]));
  expect(registry.getFunctionDeclarations().map(({ name }) => name)).toEqual(registered);

  expect(await call("everything__echo", { message: "hi" })).toMatchObject({ llmContent: "Echo: hi" });
  expect(await call("everything__get-sum", { a: "2", b: 3 })).toMatchObject({ llmContent: "The sum of 2 and 3 is 5." });
  const image = await call("getTinyImage", {});
  expect(image?.llmContent).toEqual(
    expect.arrayContaining([{ text: expect.any(String) }, { inlineData: { mimeType: "image/png", data: expect.any(String) } }]),
  );
  expect(await call("everything__get-structured-content", { location: "New York" })).toMatchObject({
    llmContent: expect.stringContaining('"temperature"'),
  });
  expect((await call("everything__get-resource-links", { count: 1 }))?.llmContent).toContain("<demo://resource/");
  expect((await call("everything__get-resource-reference", { resourceType: "Text", resourceId: 1 }))?.llmContent).toContain(
    "demo://resource/",
  );

  expect(await call("files__read_text_file", { path: join(folder, "files/a.txt"), head: "2" })).toMatchObject({ llmContent: "one\ntwo" });
  expect(await call("mcp__files__list_directory", { path: join(folder, "files") })).toMatchObject({ llmContent: "[FILE] a.txt" });
  expect((await call("files__read_text_file", { path: "/etc/passwd" }))?.error).toMatchObject({
    type: "mcp_tool_error",
    message: expect.stringContaining("Access denied"),
  });
  expect(registry.getTool("files__read_text_file")?.isReadOnly).toBe(true);
  expect(registry.getTool("files__write_file")?.isReadOnly).toBe(false);
});

it("reports a server's progress", async () => {
  const { registry } = await discovered({ mcpServers: { everything: { command: process.execPath, args: [everything] } } });
  const told: string[] = [];
  const tool = registry.getTool("trigger-long-running-operation");
  await tool?.buildAndExecute({ duration: 0.4, steps: 4 } as object, never, (output) => void told.push(String(output)));
  expect(told).toEqual(expect.arrayContaining(["1 of 4", "2 of 4"]));
});

it.each([
  ["streamableHttp", "httpUrl"],
  ["streamableHttp", "url"],
  ["sse", "url"],
] as const)("talks to server-everything over %s, by its %s", async (transport, key) => {
  const address = await listening(transport);
  const { registered, problems, call } = await discovered({ mcpServers: { everything: { [key]: address, headers: { "x-test": "1" } } } });
  expect(problems).toEqual([]);
  expect(registered).toContain("echo");
  expect(await call("echo", { message: "hi" })).toMatchObject({ llmContent: "Echo: hi" });
});

it("discovers the project's own tools: by its command, from its MCP server and from its generated folder, in one registry", async () => {
  const project = makeProject();
  writeFileSync(join(project, "notes.txt"), "needle\n");
  const { registry, registered, problems, call } = await discovered({
    environment: { workspace: project },
    toolDiscoveryCommand: "generated/bin/discover",
    toolCallCommand: "generated/bin/call",
    mcpServers: { own: { command: "node", args: ["generated/mcp/server.cjs"], trust: true } },
  });
  const names = registered.filter((name) => !name.startsWith("own__"));
  expect(registered).toEqual([...names, ...names.map((name) => `own__${name}`)]);
  expect(names).toContain("search_text");
  expect(problems).toEqual([{ source: "mcpServers.own", message: expect.stringContaining("'git_log' is 'own__git_log'") }]);
  for (const name of ["discovered_tool_search_text", "own__search_text"]) {
    expect(await call(name, { query: "needle", path: "notes.txt" })).toMatchObject({
      llmContent: expect.stringMatching(/^notes\.txt:1:needle\n?$/),
    });
    expect((await call(name, { pattern: "needle", path: "../x" }))?.error?.message).toContain("outside its root");
  }
  registry.registerGenerated("generated");
  expect(await call("search_text", { query: "needle", path: "notes.txt" })).toMatchObject({ llmContent: "notes.txt:1:needle\n" });
});
