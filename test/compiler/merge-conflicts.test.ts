import { expect, it } from "vitest";
import { compiled } from "../kit/compiled.js";

const good = "name: t\ndescription: d\nkind: read\n";
const conflict = "<<<<<<< HEAD\nserver: a\n=======\nserver: b\n>>>>>>> x\n";

async function placesOf(files: Readonly<Record<string, string>>) {
  const { diagnostics } = await compiled(files);
  return diagnostics.map(({ code, line }) => `${code}:${line}`);
}

it("reports each merge-conflict of a file once, also in toolgen.yaml and in JSON", async () => {
  const spec = `${good}command: [ls]\n`;
  expect(await placesOf({ "toolgen.yaml": `version: 1\n${conflict}${conflict}`, "t.yaml": spec })).toEqual([
    "merge-conflict:2",
    "merge-conflict:7",
  ]);
  expect(await placesOf({ "t.json": '{\n<<<<<<< HEAD\n"name": "a"\n=======\n"name": "b"\n>>>>>>> x\n}\n' })).toEqual(["merge-conflict:2"]);
  // Half of the lines were removed.
  expect(await placesOf({ "t.yaml": `${spec}>>>>>>> x\n` })).toEqual(["merge-conflict:5"]);
});

it("leaves such lines alone inside a text", async () => {
  expect(await placesOf({ "t.yaml": `${good}shell: |\n  cat <<E\n  <<<<<<< a\n  E\n` })).toEqual([]);
});
