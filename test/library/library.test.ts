import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { libraryNames } from "../../src/compiler/source.js";
import { diagnosticToJson } from "../../src/contract/diagnostic.js";
import type { Host } from "../../src/contract/host.js";
import { nodeHost, readAssets } from "../../src/contract/node-host.js";
import { compiled } from "../kit/compiled.js";
import { projectOf, sayTool } from "../kit/project.js";
import { toolgen } from "../kit/toolgen.js";
import { cases, everyTool, libraryProject } from "./cases.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const assets = await readAssets();
const names = libraryNames(assets);
const all = everyTool["toolgen.yaml"];

it("has each tool of the folder library/, with a bundle and a table of cases", () => {
  const specs = readdirSync(join(root, "library")).filter((name) => name.endsWith(".yaml"));
  expect(names).toEqual(specs.map((name) => `std/${name.replace(".yaml", "").replaceAll("-", "_")}`).sort());
  expect(cases.map(([tool]) => `std/${tool}`)).toEqual(names);
  for (const name of names) expect(assets[`${name.replace("std", "library")}.cjs`], name).toMatch(/^"use strict";|^\/\/ @generated/);
});

it("takes tools by their names, in a project with no specs of its own", async () => {
  const { model, files, diagnostics } = await compiled({ "toolgen.yaml": "version: 1\nlibrary: [std/read_file]\n" });
  expect(diagnostics).toEqual([]);
  expect(model.tools.map(({ name, source }) => [name, source.file.path])).toEqual([["read_file", "std/read_file"]]);
  expect(files.find(({ path }) => path === "bin/handlers/read_file.cjs")?.text).toBe("(read_file.cjs)\n");
});

it("says where there is neither a spec nor a tool of the library", async () => {
  const said = async (config: string) => (await compiled({ "toolgen.yaml": `version: 1\n${config}` })).diagnostics.map(({ code }) => code);
  expect(await said("library: []\n")).toEqual(["no-specs"]);
  expect(await said("library: [std/read_file]\nspecs: [tool.d/*.yaml]\n")).toEqual(["no-specs"]);
});

it("tells a name that isn't one, with the closest, and takes the others", async () => {
  const { model, diagnostics } = await compiled({ "toolgen.yaml": "version: 1\nlibrary: [std/read_file, read_fil, 5]\n" });
  expect(diagnostics).toMatchObject([
    { code: "unknown-library-tool", line: 2, column: 26, message: expect.stringContaining("Did you mean 'std/read_file'?") },
    { code: "unknown-library-tool", line: 2, column: 36 },
  ]);
  expect(model.tools.map(({ name }) => name)).toEqual(["read_file"]);
});

it("tells where the project's own tool has the name of one that it takes", async () => {
  const { diagnostics } = await compiled({
    "toolgen.yaml": "version: 1\nlibrary:\n  - std/list_directory\n  - std/read_file\n",
    "own.yaml": sayTool.replace("name: say", "name: read_file"),
  });
  expect(diagnostics).toMatchObject([
    { code: "duplicate-tool", file: "toolgen.yaml", line: 4, column: 5, message: expect.stringContaining("tools.d/own.yaml:1") },
  ]);
});

it("leaves wrong names that models use to the project's own tools", async () => {
  const { model, diagnostics } = await compiled({
    "toolgen.yaml": "version: 1\nlibrary: [std/read_file]\n",
    "own.yaml": sayTool.replace("nameAliases: [speak]", "nameAliases: [Cat]"),
  });
  expect(diagnostics).toEqual([]);
  const aliases = model.tools.find(({ name }) => name === "read_file")?.nameAliases;
  expect(aliases).toContain("read");
  expect(aliases).not.toContain("cat");
});

it("works in projects with tight limits, roots and settings of any kind, because users can't change its specs", async () => {
  const more = "limits: { timeout: 1s, maxBytes: 1kB }\nroots: { data: ../data }\nenv: [CI]\nserver: mine\noutput: out/of/tools\n";
  const [{ model }, diagnostics] = await compile(nodeHost(projectOf({ "toolgen.yaml": `${all}${more}` })), assets, { targets: [] });
  expect(diagnostics.map(diagnosticToJson)).toEqual([]);
  expect(model.tools).toHaveLength(names.length);
  for (const { definition } of model.tools) expect([definition.timeoutMs, definition.output.maxBytes]).toEqual([1000, 1000]);
});

it("writes the same bytes wherever a project lies, and nothing of where toolgen does", () => {
  // It was built elsewhere, and copied.
  const folder = libraryProject();
  expect(toolgen(folder, ["build", "--check"])).toMatchObject({ status: 0, stderr: "" });
  const entries = readdirSync(join(folder, "generated"), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  expect(files).toContain(join(folder, "generated/bin/handlers/read_file.cjs"));
  for (const path of files) expect(readFileSync(path, "utf8").includes(root), path).toBe(false);
});

it("has handlers whose types fit their specs, as a project's own are to", async () => {
  const host = nodeHost(root);
  const config = new TextEncoder().encode("version: 1\nspecs: [library/*.yaml]\n");
  const isConfig = (path: string) => path === "toolgen.yaml";
  const asProject: Host = {
    ...host,
    stat: async (path) => (isConfig(path) ? { size: config.length, executable: false } : host.stat(path)),
    read: async (path) => (isConfig(path) ? config : host.read(path)),
  };
  const [{ model }, diagnostics] = await compile(asProject, assets, { targets: [] });
  expect(diagnostics.map(diagnosticToJson)).toEqual([]);
  expect(model.handlers.map(({ tool }) => `std/${tool}`)).toEqual(names);
});

it("has descriptions, other names, risks and examples for every tool", async () => {
  const [{ model }] = await compile(nodeHost(projectOf(everyTool)), assets, { targets: [] });
  for (const tool of model.tools) {
    expect(tool.description.split(/\.\s/).length, tool.name).toBeGreaterThanOrEqual(3);
    expect(tool.nameAliases.length, tool.name).toBeGreaterThanOrEqual(2);
    expect(tool.definition.aliases.length, tool.name).toBeGreaterThanOrEqual(1);
    expect(tool.examples.length, tool.name).toBeGreaterThanOrEqual(5);
    expect(tool.source.file.text, tool.name).toMatch(/^risk:\s.*level: [\s\S]*?\bimpact: /m);
    for (const [name, schema] of Object.entries(tool.schema.properties ?? {}))
      expect(schema, `${tool.name}.${name}`).toMatchObject({ description: expect.stringMatching(/^[A-Z].*\.$/) });
  }
});

it("is explained as what comes with toolgen", () => {
  const { stdout } = toolgen(projectOf({ "toolgen.yaml": all }), ["explain", "read_file"]);
  expect(stdout).toMatch(/^read_file \(read, safe\), from std\/read_file\n/);
  expect(stdout).toContain("Handler\n  comes with toolgen\n");
});

it("passes its own examples", () => {
  const { status, stdout, stderr } = toolgen(projectOf({ "toolgen.yaml": all }), ["test", "--strict"]);
  expect([status, stderr], stdout).toEqual([0, ""]);
});
