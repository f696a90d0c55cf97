import { beforeAll, expect, it } from "vitest";
import type { Compilation } from "../../src/compiler/compile.js";
import type { ToolModel } from "../../src/compiler/tool-model.js";
import { compileOwnTools } from "./compiled.js";

// That the examples hold is for `toolgen test` to say, which `npm test` runs.

let tools: readonly ToolModel[];

beforeAll(async () => {
  const compilation: Compilation = await compileOwnTools();
  // Those that it takes from the library have tests of their own.
  tools = compilation.model.tools.filter(({ source }) => source.file.path.startsWith("tools.d/"));
});

it("has an example of each tool's result", () => {
  for (const tool of tools) {
    const results = tool.examples.filter(({ expect: { contains, equals, json } }) => (contains ?? equals ?? json) !== undefined);
    expect(results.length, tool.name).toBeGreaterThanOrEqual(1);
  }
});

it("has a category for each tool, by which user interfaces group them, those of the library and of pi's own included", async () => {
  const { model } = await compileOwnTools();
  const without = [...model.tools, ...model.hosted].filter(({ risk }) => risk.category === undefined);
  expect(without.map(({ name }) => name)).toEqual([]);
});

it("has five tools and more, each with two examples or more that say what they come to", () => {
  expect(tools.length).toBeGreaterThanOrEqual(5);
  for (const tool of tools) {
    const telling = tool.examples.filter(({ expect: { argv, error } }) => (argv ?? error) !== undefined);
    expect(telling.length, tool.name).toBeGreaterThanOrEqual(2);
  }
});

it("declares every parameter that names a file or folder as a path", () => {
  for (const tool of tools) {
    const declared = tool.definition.paths.map((rule) => rule.target[0]);
    expect(declared, tool.name).toEqual(tool.definition.params.filter((name) => name === "path" || name === "paths"));
  }
});

it("describes every parameter in a sentence", () => {
  for (const tool of tools) {
    for (const [name, schema] of Object.entries(tool.schema.properties ?? {})) {
      expect(schema, `${tool.name}.${name}`).toMatchObject({ description: expect.stringMatching(/^[A-Z].*\.$/) });
    }
  }
});
