import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { compiled } from "../kit/compiled.js";

const fragment = `fragment: files
description: A shared description.
kind: read
schema:
  properties: { path: { type: string, description: A file. }, limit: { type: integer } }
  required: [path]
aliases: { path: [file, limit, name], pattern: [query] }
paths: { path: read, other: write }
toolsets: [a]
env: [CI]
risk: safe
timeout: 5s
exitCodes: { 1: None., 2: Two. }
`;

const tool = `name: t
extends: [files]
description: Its own description.
schema:
  properties: { path: { description: The file to look at. }, name: { type: string } }
  required: [name]
aliases: { path: [file_path] }
toolsets: [b]
env: { set: { X: "1" } }
risk: { requiresConfirmation: true }
timeout: null
exitCodes: { 1: Nothing. }
data: [path, name]
command: [prog, "{{path}}", "--name={{name}}", "--limit={{limit}}"]
`;

it("lays a tool over a fragment: maps merge, null takes out, lists of names join, the rest is replaced", async () => {
  const { model, diagnostics } = await compiled({ "fragment.yaml": fragment, "tool.yaml": tool });
  expect(diagnostics).toEqual([]);
  const [found] = model.tools;
  expect(found).toMatchObject({
    description: "Its own description.",
    kind: "read",
    toolsets: ["a", "b"],
    risk: { level: "safe", requiresConfirmation: true },
    schema: {
      properties: { path: { type: "string", description: "The file to look at." }, limit: { type: "integer" }, name: { type: "string" } },
      required: ["path", "name"],
    },
  });
  expect(found?.definition).toMatchObject({
    timeoutMs: 60_000,
    env: { pass: ["CI"], set: { X: ["1"] } },
    exitCodes: { 1: { text: "Nothing." }, 2: { text: "Two." } },
  });
});

it("drops rules about values of parameters that a tool lacks, and asks no more for the absence of what is never there", async () => {
  const rules = [
    "{ when: { dryRun: true }, level: safe }",
    "{ when: { force: [true, null], path: a }, level: dangerous }",
    "{ when: { force: null, dryRun: true }, level: safe }",
    "{ when: { mode: { enum: [x] } }, level: dangerous }",
  ];
  const shared = `fragment: risky\nkind: edit\nrisk: { level: moderate, rules: [${rules.join(", ")}] }\n`;
  const own = (name: string, properties: string) =>
    `name: ${name}\nextends: [risky]\ndescription: d\nschema: { properties: { ${properties} } }\ncommand: [prog, "{{json @params}}"]\n`;
  const { model, diagnostics } = await compiled({
    "fragment.yaml": shared,
    "lacks.yaml": own("lacks", "path: { type: string }"),
    "none.yaml": own("none", "other: { type: string }"),
  });
  expect(diagnostics).toEqual([]);
  const rulesOf = (name: string) => model.tools.find((one) => one.name === name)?.definition.risk.rules;
  expect(rulesOf("lacks")).toMatchObject([
    { when: [{ param: "path", is: ["a"] }], level: "dangerous" },
    { when: [], level: "moderate" },
  ]);
  expect(rulesOf("none")).toBe(undefined);
});

it("drops what a fragment says of parameters that the tool lacks, and aliases that are parameters here", async () => {
  const { model } = await compiled({ "fragment.yaml": fragment, "tool.yaml": tool });
  expect(model.tools[0]?.definition.aliases).toEqual([{ target: ["path"], names: ["file", "file_path"] }]);
  expect(model.tools[0]?.definition.paths.map((rule) => rule.target)).toEqual([["path"]]);
});

it("lays several fragments down from left to right", async () => {
  const one = "fragment: one\ntimeout: 1s\noutput: json\n";
  const two = "fragment: two\ntimeout: 2s\noutput: { keep: tail }\n";
  const { model, diagnostics } = await compiled({
    "all.yaml": `${one}---\n${two}---\nname: t\nextends: [one, two]\ndescription: d\nkind: read\ncommand: [x]\n`,
  });
  expect(diagnostics).toEqual([]);
  expect(model.tools[0]?.definition).toMatchObject({ timeoutMs: 2_000, output: { format: "json", keep: "tail" } });
});

it("reports a mistake in a fragment where it stands, once for all its tools", async () => {
  const wrong = "fragment: wrong\nschema: { properties: { x: { type: strng } } }\n";
  const user = (name: string) => `name: ${name}\nextends: [wrong]\ndescription: d\nkind: read\ncommand: [prog, "--x={{x}}"]\n`;
  const { diagnostics } = await compiled({ "a.yaml": wrong, "b.yaml": user("b"), "c.yaml": user("c") });
  expect(diagnostics).toMatchObject([{ code: "invalid-schema", file: "tools.d/a.yaml", line: 2 }]);
});

it("checks the keys of a fragment that nothing extends, and names the closest one that is misspelt", async () => {
  const good = "name: t\nextends: [std/path, fils]\ndescription: d\nkind: read\ncommand: [x]\n";
  const { diagnostics } = await compiled({ "a.yaml": "fragment: files\nname: x\ntimeuot: 5s\n", "b.yaml": good });
  expect(diagnostics.map((d) => [d.code, d.message])).toEqual([
    ["unknown-key", "Unknown key 'name'."],
    ["unknown-key", "Unknown key 'timeuot'. Did you mean 'timeout'?"],
    ["unknown-fragment", "There is no fragment 'std/path'. Did you mean 'std/paths'?"],
    ["unknown-fragment", "There is no fragment 'fils'. Did you mean 'files'?"],
  ]);
});

it("brings the alias sets of toolgen to the parameters that a tool has", async () => {
  const edit = `name: edit_file
extends: [std/edit]
description: d
kind: edit
schema:
  properties:
    path: { type: string }
    edits: { type: array, items: { type: object, properties: { oldText: { type: string }, newText: { type: string } } } }
paths: { path: readWrite }
stdin: "{{json edits}}"
command: [prog, "{{path}}"]
`;
  const { model, diagnostics } = await compiled({ "edit.yaml": edit });
  expect(diagnostics).toEqual([]);
  const aliases = model.tools[0]?.definition.aliases ?? [];
  expect(aliases.map((rule) => rule.target.join("."))).toEqual(["path", "edits", "edits.[].oldText", "edits.[].newText"]);
  expect(aliases[2]?.names).toContain("old_string");
});

it("has only fragments in its library, each named as its file", () => {
  const folder = new URL("../../library/fragments/", import.meta.url);
  for (const name of readdirSync(folder)) {
    expect(readFileSync(new URL(name, folder), "utf8")).toMatch(new RegExp(`^fragment: ${name.replace(".yaml", "")}$`, "m"));
  }
});
