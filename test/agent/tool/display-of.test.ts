import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { compiledTool } from "../../kit/compiled.js";
import { projectOf } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";
import { toolOf } from "./defined.js";

const { signal } = new AbortController();
let workspace: string;
beforeAll(() => {
  workspace = temporaryFolder();
  writeFileSync(join(workspace, "a.txt"), "one\n");
});

const show = (display: string) => `
name: show
description: Show a file.
kind: read
schema: { properties: { path: { type: string } }, required: [path] }
paths: { path: readWrite }
command: [cat, "{{path}}"]
output: { display: ${display} }
`;

it("shows people a text over the parameters and the output, and the model the output", async () => {
  const tool = await toolOf(show("'**{{@output}}** is in `{{path}}`.'"), workspace);
  expect(tool.isOutputMarkdown).toBe(true);
  expect(await tool.buildAndExecute({ path: "a.txt" }, signal)).toMatchObject({
    llmContent: "one\n",
    returnDisplay: "**one** is in `a.txt`.",
  });
});

it("shows people fields of the result as `select` and `schema` leave it", async () => {
  const output = `output:
  format: json
  select: /found
  schema: { type: array, items: { type: object, properties: { title: { type: string } } } }
  display: "{{#each @output}}- {{this.title}} in {{../path}}\\n{{/each}}"
`;
  const tool = await toolOf(show("x").replace(/output:.*\n/, output), workspace);
  writeFileSync(join(workspace, "found.json"), JSON.stringify({ found: [{ title: "a\u001b[2J", other: 1 }, { title: "b" }] }));
  expect(await tool.buildAndExecute({ path: "found.json" }, signal)).toMatchObject({
    llmContent: expect.not.stringContaining("other"),
    returnDisplay: "- a␛[2J in found.json\n- b in found.json\n",
  });
});

it("shows failures as they are, and plain output where the text is absent or no file has changed", async () => {
  const tool = await toolOf(show("'{{path}}'"), workspace);
  const failed = await tool.buildAndExecute({ path: "none" }, signal);
  expect(failed.returnDisplay).toBe(failed.llmContent);
  const diff = await toolOf(show("diff"), workspace);
  expect([diff.isOutputMarkdown, (await diff.buildAndExecute({ path: "a.txt" }, signal)).returnDisplay]).toEqual([false, "one\n"]);
});

it("knows the output only where a call is over, and the call's own folder only before", async () => {
  const codes = async (text: string) => (await compiledTool(text)).diagnostics.map(({ code, message }) => [code, message]);
  expect(await codes(show("'{{@tempDir}}'"))).toEqual([["unknown-name", "'@tempDir' means nothing here."]]);
  expect(await codes(show("diff").replace("{{path}}", "{{@output}}"))).toContainEqual(["unknown-name", "'@output' means nothing here."]);
});

it("is tested by examples", () => {
  const examples = `examples:
  - given: { files: { a.txt: one } }
    params: { path: a.txt }
    expect: { display: "is **one**" }
  - given: { files: { a.txt: one } }
    params: { path: a.txt }
    expect: { display: two }
`;
  const folder = projectOf({ "tools.d/a.yaml": show("'It is **{{@output}}**.'") + examples });
  const { status, stdout } = toolgen(folder, ["test"]);
  expect([status, stdout]).toEqual([1, expect.stringContaining('the text for users doesn\'t contain "two"')]);
  expect(stdout).toContain("1 passed");
});
