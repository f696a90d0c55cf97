import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { projectOf } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";

const program = fileURLToPath(new URL("listing-server.mjs", import.meta.url));

const find = {
  name: "find-notes",
  description: "Find notes.",
  annotations: { readOnlyHint: true },
  inputSchema: { type: "object", properties: { query: { type: "string" }, limit: { type: "integer", default: 10 } }, required: ["query"] },
};
const add = {
  name: "addNote",
  description: "Add a note.",
  inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
};
const purge = { name: "purge", description: "Remove all notes.", annotations: { destructiveHint: true }, inputSchema: { type: "object" } };

/** A project and a server with these tools. */
function projectWith(tools: readonly object[], files: Readonly<Record<string, string>> = {}) {
  const project = projectOf({ "notes.json": JSON.stringify(tools), ...files });
  const command = ["--", process.execPath, program, "notes.json"];
  const run = (...args: readonly string[]) => toolgen(project, ["import", "mcp", "--name", "notes", ...args, ...command]);
  const path = (name: string) => join(project, "tools.d/notes", `${name}.yaml`);
  return {
    project,
    run,
    path,
    list: (listed: readonly object[]) => writeFileSync(join(project, "notes.json"), JSON.stringify(listed)),
    text: (name: string) => readFileSync(path(name), "utf8"),
    config: () => readFileSync(join(project, "toolgen.yaml"), "utf8"),
  };
}

it("makes specs of all pages of a server's list, which build and call the server", () => {
  const { project, run, text, config } = projectWith([find, add, purge], { "toolgen.yaml": "version: 1 # the language\nserver: ours\n" });
  expect(run()).toEqual({
    status: 0,
    stderr: "",
    stdout: `  ~ toolgen.yaml  mcpServers.notes
  + tools.d/notes/find-notes.yaml  find_notes, find-notes
  + tools.d/notes/add-note.yaml  add_note, addNote
  + tools.d/notes/purge.yaml  purge, purge

Next:
  toolgen build
  toolgen test
`,
  });
  expect(config()).toBe(`version: 1 # the language
server: ours
mcpServers:
  notes:
    command: ${process.execPath}
    args:${program.length > 60 ? `\n      - ${program}\n      - notes.json` : ` [ ${program}, notes.json ]`}
    cwd: .
`);
  expect(text("find-notes")).toBe(`# yaml-language-server: $schema=../../.toolgen/spec.schema.json
# Imported from the MCP server notes: find-notes. The next import keeps your edits.
name: find_notes
description: Find notes.
# guessed from the server's annotations. Import with --trust, or write 'risk: safe', to let calls run without asking
kind: read
toolsets: [ notes ]
schema:
  properties:
    query: { type: string }
    limit: { type: integer, description: "Default: 10." }
  required: [ query ]
mcp: { server: notes, tool: find-notes }
`);
  expect(parse(text("purge"))).toMatchObject({ kind: "other", risk: "dangerous" });
  expect(toolgen(project, ["build"]).status).toBe(0);
  const called = spawnSync(join(project, "generated/bin/call"), ["find_notes"], {
    cwd: project,
    input: '{"query": "tea", "limit": "3"}',
    encoding: "utf8",
  });
  expect(called).toMatchObject({ status: 0, stdout: '{"query":"tea","limit":3}', stderr: "" });
});

it("writes nothing in a dry run, and says the same as data", () => {
  const { project, run } = projectWith([find]);
  const { status, stdout } = run("--dry-run", "--json");
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    dryRun: true,
    config: { path: "toolgen.yaml", about: "mcpServers.notes" },
    files: [{ path: "tools.d/notes/find-notes.yaml", tool: "find_notes", serverTool: "find-notes", action: "create", conflicts: [] }],
    leftOut: [],
    notes: [],
  });
  expect(existsSync(join(project, "tools.d"))).toBe(false);
  expect(existsSync(join(project, "toolgen.yaml"))).toBe(false);
});

it("asks for a choice among many tools, and keeps it for the next import", () => {
  const many = Array.from({ length: 41 }, (_, i) => ({ ...add, name: `tool-${i}` }));
  const { run, path, list } = projectWith(many);
  expect(run()).toMatchObject({ status: 2, stderr: expect.stringContaining("The server has 41 tools") });
  expect(run("--tool", "tool-99")).toMatchObject({ status: 2, stderr: expect.stringContaining("The server has no tool 'tool-99'") });
  expect(run("--tool", "tool-7").status).toBe(0);
  expect([existsSync(path("tool-7")), existsSync(path("tool-8"))]).toEqual([true, false]);
  list([...many, { ...add, name: "another" }]);
  expect(run()).toMatchObject({ status: 0, stdout: expect.stringContaining("1 spec unchanged") });
  expect(existsSync(path("another"))).toBe(false);
  expect(run("--tool", "another").status).toBe(0);
  expect([existsSync(path("another")), existsSync(path("tool-7"))]).toEqual([true, true]);
  expect(run("--all").status).toBe(0);
  expect(existsSync(path("tool-40"))).toBe(true);
});

it("merges a changed server into edited specs, and says where both differ", () => {
  const { run, path, text, list, config } = projectWith([find, add, purge]);
  expect(run().status).toBe(0);
  const before = config();
  writeFileSync(
    path("find-notes"),
    text("find-notes").replace("Find notes.", "Find notes of the team.").replace("kind: read", "kind: read\nrisk: safe"),
  );
  const { properties } = find.inputSchema;
  const changed = {
    ...find,
    description: "Search notes.",
    inputSchema: { ...find.inputSchema, properties: { ...properties, tag: { type: "string" } } },
  };
  list([changed, { ...purge, description: "Remove every note." }]);
  const { status, stdout } = run();
  expect(status).toBe(1);
  expect(stdout).toContain("you and the server changed 'description'; yours is kept. The server has: \"Search notes.\"");
  expect(stdout).toContain("- tools.d/notes/add-note.yaml  add_note, addNote: the server no longer has this tool");
  expect(parse(text("find-notes"))).toMatchObject({
    description: "Find notes of the team.",
    risk: "safe",
    schema: { properties: { tag: {} } },
  });
  expect(text("find-notes")).toContain("# guessed from the server's annotations");
  expect(parse(text("purge"))).toMatchObject({ description: "Remove every note." });
  expect(existsSync(path("add-note"))).toBe(false);
  expect(config()).toBe(before);
  rmSync(path("purge"));
  expect(run()).toMatchObject({ status: 0, stdout: expect.stringContaining("you deleted it. Name the tool with --tool to get it back") });
  expect(run("--tool", "purge").status).toBe(0);
  expect(existsSync(path("purge"))).toBe(true);
});

it("imports tools that are named like properties of every object, and lets no name write a line of the report", () => {
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty"];
  const forged = { ...add, name: "forged", inputSchema: { type: "object", properties: { "x\n  + tools.d/notes/other.yaml": {} } } };
  const { run } = projectWith([...names.map((name) => ({ ...add, name })), forged]);
  const { status, stdout } = run();
  expect(status).toBe(0);
  expect(stdout.match(/^ {2}\+ .*$/gm)?.map((line) => line.split(", ").at(-1))).toEqual([...names, "forged"]);
  expect(run()).toMatchObject({ status: 0, stdout: expect.stringContaining("5 specs unchanged") });
});

it("takes a server from a client's settings, and writes no secret", () => {
  const settings = `// ours\n${JSON.stringify({ mcpServers: { notes: { command: process.execPath, args: [program, "notes.json"], env: { NOTES_KEY: "k-123456" } } } })}`;
  const { project, config, text } = projectWith([find], { ".mcp.json": settings });
  const { status, stdout } = toolgen(project, ["import", "mcp", "notes"]);
  expect({ status, stdout }).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("mcpServers.notes, with 1 secret in the environment: NOTES_KEY"),
  });
  expect(parse(config())).toMatchObject({
    mcpServers: { notes: { env: { NOTES_KEY: "{{@secret.NOTES_KEY}}" }, secrets: { NOTES_KEY: expect.any(String) } } },
  });
  expect(config() + text("find-notes")).not.toContain("k-123456");
  // From now on the entry of toolgen.yaml counts, whose secret is in the environment.
  expect(toolgen(project, ["import", "mcp", "notes"])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("needs NOTES_KEY in the environment"),
  });
  expect(toolgen(project, ["import", "mcp", "notes"], { env: { NOTES_KEY: "other" } })).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("1 spec unchanged"),
  });
});

it.each([
  [["nodes"], "'nodes' is neither a server in toolgen.yaml or in a client's settings nor a program. Did you mean 'notes'?"],
  [["notes", "--from", "none.json"], "'none.json' can't be read"],
  [["https://user:pass@example.com/mcp"], "has a password in it"],
  [["--name", "a b", "--", "node", "x"], "can't be the name of a server"],
  [["--name", "other", "--", process.execPath, program, "missing.json"], "The server 'other' did not list its tools. It exited with 1."],
  [["--name", "notes", "--", process.execPath, "x"], "Options of toolgen come before --."],
  [["--", process.execPath, program, "--token=abc"], "an argument has a secret (--token)"],
])("refuses %j and writes nothing", (args, words) => {
  const { project, config } = projectWith([find], { "toolgen.yaml": "version: 1\nmcpServers: { notes: { command: notes } }\n" });
  expect(toolgen(project, ["import", "mcp", ...args])).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining(words) });
  expect(config()).toBe("version: 1\nmcpServers: { notes: { command: notes } }\n");
  expect(existsSync(join(project, "tools.d"))).toBe(false);
});
