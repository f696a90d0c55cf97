import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { generatedTools } from "../../src/server/serve/generated-tools.js";
import { compiled } from "../kit/compiled.js";

const folder = mkdtempSync(join(tmpdir(), "toolgen-excluded-"));
afterAll(() => rmSync(folder, { recursive: true }));

const spec = (name: string) => `name: ${name}\ndescription: d\nkind: read\nnameAliases: [${name}_too]\ncommand: [wc]\n`;

async function build(exclude: string): Promise<void> {
  const { files } = await compiled({
    "toolgen.yaml": `version: 1\ntargets: { mcp: { exclude: [${exclude}] } }\n`,
    "a.yaml": spec("count_lines"),
    "b.yaml": spec("count_words"),
  });
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

it("refuses a tool that the server leaves out as unknown, by every name and though bin/ has it", async () => {
  await build("count_words");
  const source = generatedTools({ folder: join(folder, "mcp"), require: createRequire(join(folder, "mcp/server.cjs")) });
  expect(source.find("count_lines")).toMatchObject({ ok: true });
  expect(source.find("count_lines_too")).toMatchObject({ ok: true });
  for (const name of ["count_words", "count_words_too", "discovered_tool_count_words", "count_wrods"]) {
    const found = source.find(name);
    expect(found).toMatchObject({ ok: false, message: expect.stringContaining(`no tool named '${name}'`) });
    expect(found).not.toMatchObject({ message: expect.stringContaining("mean 'count_words") });
  }
  expect(source.aliases()).toEqual({ count_lines_too: "count_lines" });
  // The server of a client lives on while the project is built again.
  await build("count_lines");
  expect(source.find("count_words")).toMatchObject({ ok: true });
  expect(source.find("count_lines")).toMatchObject({ ok: false });
});
