import { expect, it } from "vitest";
import { complete } from "../../src/editor/complete.js";
import { checkOf } from "./editor-context.js";

const head = "name: t\ndescription: Find a text. Not for writing. It returns lines.\nkind: search\n";
const schema =
  "schema: { properties: { text: { type: string }, odd.name: { type: string }, items: { type: array, items: { type: string } } } }\n";
const labels = async (marked: string, { path = "tools.d/t.yaml", files = {} } = {}) => {
  const offset = marked.indexOf("|");
  const text = marked.slice(0, offset) + marked.slice(offset + 1);
  const check = await checkOf({ ...files, [path]: text });
  const context = { ...check.context, model: check.model, libraryNames: ["std/glob"], keys: false };
  return complete({ path, text, offset }, context).map(({ label, insert }) => (label === insert ? label : `${label} → ${insert}`));
};

it("completes names where a template opens, and nothing in texts that aren't templates", async () => {
  const inCommand = await labels(`${head}${schema}command: [echo, "{{|`);
  expect(inCommand).toEqual(
    expect.arrayContaining(["text → text}}", "odd.name → [odd.name]}}", "#each → #each ", "@tempDir → @tempDir}}"]),
  );
  expect(await labels(`${head}${schema}command: [echo, "{{te|}}"]\n`)).toContain("text");
  expect(await labels(`${head}${schema}command: [echo, "{{#if (eq te|`)).toContain("text");
  expect(await labels(`${head}${schema}command: [echo, "{{#each items}}{{|`)).toEqual(
    expect.arrayContaining(["this → this}}", "../text → ../text}}"]),
  );
  expect((await labels(`${head}${schema}description: "{{|"\n`)).filter((one) => one.includes("text"))).toEqual([]);
});

it("offers secrets only where they may stand, and temporary files", async () => {
  const more = "secrets: [TOKEN]\ntempFiles: { body: x }\n";
  expect(await labels(`${head}${schema}${more}stdin: "{{@|`)).toEqual(
    expect.arrayContaining(["@secret.TOKEN → @secret.TOKEN}}", "@temp.body → @temp.body}}"]),
  );
  expect(await labels(`${head}${schema}${more}cwd: "{{@|`)).not.toContain("@secret.TOKEN → @secret.TOKEN}}");
});

it("completes names of parameters, fragments, roots, tools and the library by position", async () => {
  const own = ["text", "odd.name", "items"];
  expect(await labels(`${head}${schema}allowLeadingDash:\n  - |\n`)).toEqual(own);
  expect(await labels(`${head}${schema}paths:\n  t|\n`)).toEqual(own.map((name) => `${name} → ${name}: `));
  expect(await labels(`${head}${schema}elicit: [|]\n`)).toEqual(own);
  expect(await labels(`${head}${schema}elicit:\n  t|\n`)).toEqual(own.map((name) => `${name} → ${name}: `));
  expect(await labels(`${head}${schema}examples:\n  - params: { |\n`)).toEqual(own.map((name) => `${name} → ${name}: `));
  expect(await labels(`${head}${schema}extends: [|`, { files: { "tools.d/f.yaml": "fragment: shared\n" } })).toEqual(["shared"]);
  const roots = { "toolgen.yaml": "version: 1\nroots: { notes: ./notes }\n" };
  expect(await labels(`${head}${schema}paths: { text: { root: | } }\n`, { files: roots })).toEqual(["workspace", "any", "notes"]);
  const config = { path: "toolgen.yaml", files: { "tools.d/t.yaml": `${head}command: [ls]\ntoolsets: [notes]\n` } };
  expect(await labels("version: 1\nlibrary:\n  - |\n", config)).toEqual(["std/glob"]);
  expect(await labels("version: 1\ntargets: { mcp: { include: [|] } }\n", config)).toEqual(["t", "notes"]);
  expect(await labels("version: 1\nrisk:\n  |\n", config)).toEqual(["t → t: ", "toolset:notes → toolset:notes: "]);
});
