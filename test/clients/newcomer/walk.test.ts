import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { clients } from "../../server/connect.js";
import { askPolicy, startClient } from "../gemini-cli-core/client.js";
import { compilers, compileTypeScript, installPacked, npx, run } from "./packed.js";

/** A newcomer's specs: a tool of each level of risk, with an alias, a limit that has a default, and paths. */
const specs = {
  "show-lines.yaml": `name: show_lines
description: Show the first lines of a text file. Use it before copying or removing one.
kind: read
risk: safe
schema:
  properties:
    path: { type: string, description: The file. }
    limit: { type: integer, minimum: 1, default: 2, description: How many lines. }
  required: [path]
aliases: { path: [file, file_path], limit: [lines] }
paths: { path: read }
command: [head, -n, "{{limit}}", --, "{{path}}"]
examples:
  - name: an alias
    params: { file: poem.txt }
    expect: { argv: [head, -n, "2", --, poem.txt], risk: safe }
`,
  "copy-file.yaml": `name: copy_file
description: Copy a file to another place of the workspace.
kind: edit
risk: moderate
schema:
  properties:
    from: { type: string, description: The file. }
    to: { type: string, description: Where the copy is to be. }
  required: [from, to]
aliases: { from: [source], to: [destination, target] }
paths: { from: read, to: write }
command: [cp, --, "{{from}}", "{{to}}"]
`,
  "remove-file.yaml": `name: remove_file
description: Remove a file for good.
kind: delete
risk: dangerous
schema:
  properties:
    path: { type: string, description: The file. }
  required: [path]
aliases: { path: [file] }
paths: { path: write }
command: [rm, --, "{{path}}"]
`,
};

const program = `
import { problemText } from "toolgen/runtime";
import { CopyFileTool, normalizeShowLinesArgs, RemoveFileTool, type ShowLinesParams, ShowLinesTool, type ToolName, tools } from "./generated/tools/index.js";

const { signal } = new AbortController();
const params: ShowLinesParams = { path: "poem.txt", limit: 1 };
const one = await new ShowLinesTool().buildAndExecute(params, signal);

const normalized = normalizeShowLinesArgs({ file: "poem.txt", lines: "3" });
if (!normalized.ok) throw new Error(normalized.problems.map(problemText).join());
const three = await new ShowLinesTool().buildAndExecute(normalized.params, signal);

await new CopyFileTool().buildAndExecute({ from: "poem.txt", to: "gone.txt" }, signal);
await new RemoveFileTool().buildAndExecute({ path: "gone.txt" }, signal);
const outside = await new tools.remove_file().validateBuildAndExecute({ path: "../gone.txt" }, signal);
const risks = (Object.keys(tools) as ToolName[]).map((name) => [name, new tools[name]().risk.level]);
console.log(JSON.stringify({ one: one.llmContent, three: three.llmContent, outside: outside.error?.type, risks: Object.fromEntries(risks) }));
`;

const names = ["copy_file", "remove_file", "show_lines"];
const outside = /^show_lines was not run: its arguments are wrong\.\n- `path`: .* outside its root `workspace`/;
let project: string;
let said: string;

beforeAll(() => {
  project = temporaryFolder();
  installPacked(project);
  mkdirSync(join(project, "tools.d"));
  for (const [name, text] of Object.entries(specs)) writeFileSync(join(project, "tools.d", name), text);
  writeFileSync(join(project, "poem.txt"), "one\ntwo\nthree\nfour\n");
  said = npx(project, "toolgen", "build");
});

it("builds what the newcomer wrote with npx, and finds its examples right", () => {
  expect(said).toMatch(/^3 tools: \d+ created, 0 unchanged, in /);
  expect(readdirSync(join(project, "generated")).toSorted()).toEqual(
    expect.arrayContaining([".toolgen-manifest.json", "bin", "gemini", "mcp", "tools"]),
  );
  expect(npx(project, "toolgen", "build")).toMatch(/^3 tools, nothing changed: /);
  expect(npx(project, "toolgen", "build", "--check")).toMatch(/^3 tools/);
  expect(npx(project, "toolgen", "test")).toContain("1 passed");
});

it.each(compilers)("gives classes that %s compiles as strictly as it can, and that run", (compiler) => {
  writeFileSync(join(project, "main.ts"), program);
  expect(compileTypeScript(compiler, project, `out-${compiler}`, "main.ts")).toBe("");
  expect(JSON.parse(run(project, `out-${compiler}/main.js`))).toEqual({
    one: "one\n",
    three: "one\ntwo\nthree\n",
    outside: "invalid_tool_params",
    risks: { copy_file: "moderate", remove_file: "dangerous", show_lines: "safe" },
  });
  expect(existsSync(join(project, "gone.txt"))).toBe(false);
});

it.each(Object.entries(clients))("gives an MCP server that %s lists and calls", async (name, connect) => {
  const asked: string[] = [];
  const answer = async (message: string) => {
    asked.push(message.split("\n")[0] ?? "");
    return { action: "accept" };
  };
  const session = await connect({ args: ["generated/mcp/server.cjs"], cwd: project, answer });
  try {
    const listed = await session.list();
    expect(listed.map((tool) => [tool.name, tool.annotations])).toEqual([
      ["copy_file", expect.objectContaining({ readOnlyHint: false, destructiveHint: true })],
      ["remove_file", expect.objectContaining({ readOnlyHint: false, destructiveHint: true })],
      ["show_lines", expect.objectContaining({ readOnlyHint: true })],
    ]);
    expect(await session.call("show_lines", { file: "poem.txt", lines: "1" })).toEqual({ isError: false, text: "one" });
    expect(await session.call("show_lines", { path: "../poem.txt" })).toEqual({ isError: true, text: expect.stringMatching(outside) });
    const copy = `${name}.txt`;
    expect(await session.call("copy_file", { source: "poem.txt", target: copy })).toMatchObject({ isError: false });
    expect(readFileSync(join(project, copy), "utf8")).toBe("one\ntwo\nthree\nfour\n");
    expect(await session.call("remove_file", { file: copy })).toMatchObject({ isError: false });
    expect(existsSync(join(project, copy))).toBe(false);
    expect(asked).toEqual(["copy_file: run this command?", "remove_file: run this command?"]);
    expect(session.said()).toBe("");
  } finally {
    await session.close();
  }
});

it("gives settings by which Gemini CLI discovers the tools and calls them, by an alias too", async () => {
  const client = await startClient(project);
  try {
    const discovered = await client.discover();
    expect(discovered.map(({ name, problem }) => [name, problem]).toSorted()).toEqual(
      names.map((name) => [`discovered_tool_${name}`, null]),
    );
    expect(await client.call("show_lines", { file_path: "poem.txt" })).toMatchObject({
      llmContent: expect.stringMatching(/^one\ntwo\n?$/),
    });
    const refused = await client.call("show_lines", { path: "../poem.txt" });
    expect(refused.error?.type).toBe("discovered_tool_execution_error");
    expect(refused.llmContent).toContain("show_lines was not run: its arguments are wrong.");
    expect(await client.noise()).toEqual([]);
  } finally {
    client.stop();
  }
});

it("gives a policy by which Gemini CLI decides as the specs say", () => {
  const calls = names.map((tool) => ({ id: tool, tool, args: {} }));
  const { surroundings, afterAlways, feedback } = askPolicy(project, { calls, alwaysAllowed: ["copy_file"] });
  const decided = surroundings.map(({ mode, interactive, decisions: { show_lines, copy_file, remove_file } }) => [
    `${mode}, ${interactive ? "someone there" : "unattended"}`,
    [show_lines, copy_file, remove_file],
  ]);
  expect(Object.fromEntries(decided)).toEqual({
    "default, someone there": ["allow", "ask_user", "ask_user"],
    "default, unattended": ["allow", "deny", "deny"],
    "autoEdit, someone there": ["allow", "ask_user", "ask_user"],
    "autoEdit, unattended": ["allow", "deny", "deny"],
    "plan, someone there": ["allow", "deny", "deny"],
    "plan, unattended": ["allow", "deny", "deny"],
    "yolo, someone there": ["allow", "allow", "allow"],
    "yolo, unattended": ["allow", "allow", "allow"],
  });
  const declared = surroundings.find(({ mode, interactive }) => mode === "default" && !interactive)?.declared;
  expect(declared).toEqual(["discovered_tool_show_lines"]);
  expect([afterAlways, feedback]).toEqual([{ copy_file: "allow" }, []]);
});

it("builds and tests a handler where no install script ran", () => {
  // The install script of esbuild replaces this file by the native program.
  expect(readFileSync(join(project, "node_modules/esbuild/bin/esbuild"), "latin1").slice(0, 19)).toBe("#!/usr/bin/env node");
  npx(project, "toolgen", "new", "handler", "shout");
  npx(project, "toolgen", "build");
  expect(npx(project, "toolgen", "test", "shout")).toContain("1 passed, 0 failed");
});
