import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { prepareCall } from "../../../../src/call/prepare-call.js";
import { toolLoader } from "../../../../src/cli/project/load-compiled-tool.js";
import { catalogueExample } from "../../../../src/compiler/emit/catalogue/catalogue-tool.js";
import { compiledTool } from "../../../kit/compiled.js";
import { temporaryFolder } from "../../../kit/temporary-folder.js";
import { compileOwnTools } from "../../../tools.d/compiled.js";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

const spec = `name: show
description: d
kind: read
schema:
  type: object
  required: [path]
  properties: { path: { type: string }, lines: { type: integer, default: 5 }, all: { type: boolean } }
aliases: { path: [file] }
paths: { path: read }
`;
const command = 'command: ["{{@specDir}}/show.sh", "-n{{lines}}", "{{#if all}}--all{{/if}}", "--", "{{path}}"]\n';

async function effectOf(params: string, { expected = "{}", runs = command } = {}) {
  const { tool } = await compiledTool(`${spec}${runs}examples: [{ params: ${params}, expect: ${expected} }]\n`);
  const [example] = tool?.examples ?? [];
  if (tool === undefined || example === undefined) throw new Error("the spec is wrong");
  return catalogueExample(tool, example).gives;
}

it("builds the command line, with defaults and the folders' names", async () => {
  expect(await effectOf("{ path: src/a.ts, all: true }")).toEqual({ kind: "runs", text: "{{@specDir}}/show.sh -n5 --all -- src/a.ts" });
  expect(await effectOf('{ path: "my file.txt" }')).toMatchObject({ text: '{{@specDir}}/show.sh -n5 -- "my file.txt"' });
});

it.each(["{ file: a }", "{ path: a, lines: '3' }", "{ path: a, all: 'true' }", "{ path: ../a }", "{ path: /etc/a }", "{ path: -a }"])(
  "leaves to a call what only a call knows: %s",
  async (params) => {
    expect(await effectOf(params)).toBeUndefined();
  },
);

it("shows what the example expects, which is tested", async () => {
  expect(await effectOf("{ file: a }", { expected: "{ argv: [x, y z] }" })).toEqual({ kind: "runs", text: 'x "y z"' });
  expect(await effectOf("{}", { expected: "{ error: path }" })).toEqual({ kind: "refused", text: "path" });
});

it("builds the request, with the names of secrets instead of their values", async () => {
  const runs = `http:
  method: POST
  url: "https://api.example.com/{{path}}"
  headers: { Authorization: "Bearer {{@secret.KEY}}" }
  body: { json: { lines: "{{lines}}" } }
secrets: { KEY: The key. }
`;
  expect(await effectOf("{ path: a }", { runs })).toEqual({
    kind: "sends",
    text: 'POST https://api.example.com/a\nauthorization: Bearer {{@secret.KEY}}\n\n{"lines":5}',
  });
});

it("builds what a call builds: every example of this project that expects no command line itself", async () => {
  const { model, files } = await compileOwnTools();
  const load = toolLoader(files, root);
  const workspace = temporaryFolder("examples");
  let compared = 0;
  for (const tool of model.tools) {
    for (const example of tool.examples) {
      const { gives } = catalogueExample(tool, { ...example, expect: {} });
      if (gives?.kind !== "runs") continue;
      const answer = prepareCall(load(tool.name), example.params, { workspace, projectDir: root, env: process.env });
      // Such a call depends on files that the example brings.
      if (!answer.ok) continue;
      const specDir = resolve(root, tool.definition.specDir);
      const words = [answer.call.program, ...answer.call.args].map((word) =>
        word.replaceAll(specDir, "{{@specDir}}").replaceAll(workspace, "{{@workspace}}"),
      );
      expect(gives.text, `${tool.name}: ${example.name}`).toBe(
        words.map((word) => (/^[\w@%+=:,./{}-]+$/.test(word) ? word : JSON.stringify(word))).join(" "),
      );
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(10);
});
