import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Compilation } from "../../src/compile.js";
import { argvIn, compileOwnTools } from "./compiled.js";
import { freshFolder, removeFolders } from "./repository.js";

let compilation: Compilation;
let folder: string;

beforeAll(async () => {
  compilation = await compileOwnTools();
  folder = freshFolder();
  for (const dir of ["src", "tools.d", ":!docs", "my dir"]) mkdirSync(join(folder, dir));
  for (const file of ["src/a.ts", "src/index.mjs", "my dir/b.ts"]) writeFileSync(join(folder, file), "");
});
afterAll(removeFolders);

it("has five tools and more, each with two examples or more that say what they come to", () => {
  expect(compilation.model.tools.length).toBeGreaterThanOrEqual(5);
  for (const tool of compilation.model.tools) {
    const telling = tool.examples.filter(({ expect: { argv, error } }) => (argv ?? error) !== undefined);
    expect(telling.length, tool.name).toBeGreaterThanOrEqual(2);
  }
});

it("builds the command line, or the refusal, that every example expects", () => {
  for (const tool of compilation.model.tools) {
    for (const { name, params, expect: expected } of tool.examples) {
      const argv = () => argvIn(folder, compilation, tool.name, params);
      if (expected.error === undefined) expect(argv(), `${tool.name}: ${name}`).toEqual(expected.argv);
      else expect(argv, `${tool.name}: ${name}`).toThrow(String(expected.error));
    }
  }
});

it("declares every parameter that names a file or folder as a path", () => {
  for (const tool of compilation.model.tools) {
    const declared = tool.definition.paths.map((rule) => rule.target[0]);
    expect(declared, tool.name).toEqual(tool.definition.params.filter((name) => name === "path" || name === "paths"));
  }
});

it("describes every parameter in a sentence", () => {
  for (const tool of compilation.model.tools) {
    for (const [name, schema] of Object.entries(tool.schema.properties ?? {})) {
      expect(schema, `${tool.name}.${name}`).toMatchObject({ description: expect.stringMatching(/^[A-Z].*\.$/) });
    }
  }
});
