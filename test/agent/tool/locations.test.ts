import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { defineTool } from "../../../src/runtime/index.js";
import { compiled } from "../../kit/compiled.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { AnyTool, toolOf } from "./defined.js";

const workspace = temporaryFolder();
mkdirSync(join(workspace, "app/[id]"), { recursive: true });
writeFileSync(join(workspace, "app/[id]/page.tsx"), "");
const at = (...paths: readonly string[]) => paths.map((path) => ({ path: join(workspace, path) }));

/** The tool of the library by this name, as a class of it is. */
async function libraryTool(name: string): Promise<AnyTool> {
  const { model, diagnostics } = await compiled({ "toolgen.yaml": `version: 1\nlibrary: [std/${name}]\n` }, []);
  expect(diagnostics).toEqual([]);
  const tool = model.tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no ${name}`);
  const { displayName, description, locations, definition, schema } = tool;
  return new AnyTool(defineTool(definition, schema, { format: 2, displayName, description, locations }), { workspace });
}

it("tells each path of an array, and of each element of one", async () => {
  const schema =
    "{ properties: { files: { type: array, items: { type: string } }, edits: { type: array, items: { type: object, properties: { path: { type: string } } } } } }";
  const spec = `name: t\ndescription: d\nkind: read\nschema: ${schema}\npaths: { files: read, "edits[].path": readWrite }\ncommand: [wc, "{{#each files}}{{this}} {{/each}}", "{{json edits}}"]\n`;
  const locations = (await toolOf(spec, workspace))
    .build({ files: ["a", "b/c"], edits: [{ path: "d" }, {}, { path: "e" }] })
    .toolLocations();
  expect(locations).toEqual(at("a", "b/c", "d", "e"));
});

it.each([
  [
    ["src/a.ts", "docs"],
    ["src/a.ts", "docs"],
  ],
  [
    ["src/**/*.ts", "docs/{a,b}.md", "*.txt", "./**"],
    ["src", "docs", "."],
  ],
  [
    ["src/*.ts", "src/*.js", "src/a.ts", "src/a.ts"],
    ["src", "src/a.ts"],
  ],
  [["src/**", "!src/**/*.test.ts", "!(a|b)/c"], ["src"]],
  [
    ["app/[id]/page.tsx", "app/[name]/page.tsx"],
    ["app/[id]/page.tsx", "app"],
  ],
])("tells the files, folders and beginnings of globs that read_many_files reads: %j", async (include, expected) => {
  const locations = (await libraryTool("read_many_files")).build({ include }).toolLocations();
  expect(locations).toEqual(at(...expected));
});

it("tells an absolute glob as it is, and a glob of the whole disk as its root", async () => {
  const tool = await libraryTool("read_many_files");
  expect(tool.build({ include: [`${workspace}/src/*.ts`, "/*.ts"] }).toolLocations()).toEqual([...at("src"), { path: "/" }]);
});

it("takes the name of a file that is written for what it is", async () => {
  const spec =
    "name: t\ndescription: d\nkind: edit\nschema: { properties: { file: { type: string } } }\npaths: { file: write }\ncommand: [touch, '{{file}}']\n";
  expect((await toolOf(spec, workspace)).build({ file: "new [1]*.txt" }).toolLocations()).toEqual(at("new [1]*.txt"));
});
