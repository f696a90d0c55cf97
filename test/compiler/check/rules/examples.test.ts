import { expect, it } from "vitest";
import { compiledTool } from "../../../kit/compiled.js";

/** A tool whose only example holds these lines, two spaces deep. */
const withExample = (...lines: readonly string[]) => `name: count_lines
description: Count the lines of a file.
kind: read
schema: { properties: { file: { type: string } }, required: [file] }
paths: { file: read }
command: [wc, -l, "{{file}}"]
examples:
  - name: one
${lines.map((line) => `    ${line}\n`).join("")}`;

const told = async (...lines: readonly string[]) => {
  const { diagnostics } = await compiledTool(withExample("params: { file: a.txt }", ...lines));
  return diagnostics.map(({ code, line, column, message }) => ({ code, at: `${line}:${column}`, message }));
};

it.each([
  ["../a.txt", "given: { files: { ../a.txt: x } }"],
  ["/etc/passwd", "given: { files: { /etc/passwd: x } }"],
  ["a//b", "given: { files: { a//b: x } }"],
  [".", "given: { files: { .: x } }"],
  ["src/../../a", "expect: { files: { src/../../a: x } }"],
])("refuses %s as the path of a file in the workspace", async (path, line) => {
  const [problem, ...others] = await told(line);
  expect(others).toEqual([]);
  expect(problem).toMatchObject({ code: "bad-example", at: `10:${5 + line.indexOf(path)}` });
  expect(problem?.message).toContain(`'${path}' is not the path of a file`);
});

it("refuses a file in place of a folder that other files need", async () => {
  expect(await told("given: { files: { a: x, a/b: y } }")).toMatchObject([{ code: "bad-example", at: "10:23" }]);
});

it.each(["a/b", ".", "..", '""'])("refuses %s as the name of a fake program", async (name) => {
  expect(await told(`given: { bin: { ${name}: {} } }`)).toMatchObject([{ code: "bad-example", at: "10:21" }]);
});

it("refuses a fake program that is to print what no shell can", async () => {
  expect(await told('given: { bin: { wc: { stdout: "a\\0b" } } }')).toMatchObject([{ code: "bad-example", at: "10:35" }]);
});

it("refuses an invalid regular expression, and an invalid environment variable", async () => {
  expect(await told('expect: { matches: "a(" }')).toMatchObject([{ code: "bad-example", at: "10:24" }]);
  expect(await told("given: { env: { A-B: x } }")).toMatchObject([{ code: "bad-value", at: "10:21" }]);
});

it("refuses other expectations of a call that must be refused", async () => {
  expect(await told("expect: { error: outside, contains: x, argv: [wc] }")).toMatchObject([
    { code: "bad-example", at: "10:31" },
    { code: "bad-example", at: "10:44" },
  ]);
});

it("takes an example that gives and expects everything that it can", async () => {
  const lines = [
    'given: { bin: { wc: { stdout: "1\\n", stderr: "", exit: 0 } }, files: { "a b/ä.txt": "\\0" }, env: { A: b }, platform: linux }',
    "expect: { params: {}, argv: [], cwd: ., stdin: x, risk: safe, requiresConfirmation: false, summary: x, contains: [a], notContains: b, matches: ^1$, equals: c, json: 1, files: { a/b: c }, exitCode: 0 }",
  ];
  expect(await told(...lines)).toEqual([]);
});

it("remembers where expectations stand", async () => {
  const text = withExample("params: { file: a.txt }", "expect:", "  argv: [wc]", "  risk: safe");
  const { tool } = await compiledTool(text);
  const [example] = tool?.examples ?? [];
  expect(example?.keyPositions).toEqual({
    params: text.indexOf("params:"),
    given: text.indexOf("name: one"),
    argv: text.indexOf("argv:"),
    risk: text.indexOf("risk:"),
  });
});

it("accepts prompts, and what a model should choose instead of the tool", async () => {
  expect(await told("prompt: How long is a.txt?")).toEqual([]);
  expect(await told("prompt: [How long?, Count it.]", "expect: { params: { file: a.txt } }")).toEqual([]);
  const { tool, diagnostics } = await compiledTool(withExample("prompt: Hello!", "chooses: none"));
  expect([diagnostics, tool?.examples, tool?.otherChoices]).toEqual([
    [],
    [],
    [expect.objectContaining({ prompts: ["Hello!"], tool: undefined })],
  ]);
});

it.each<[string, readonly string[], string, string]>([
  ["no prompt", ["chooses: none"], "9:5", "`chooses` needs a `prompt`"],
  ["arguments", ["prompt: Hello!", "chooses: none", "params: { file: a.txt }"], "11:5", "'params' is about a call of this tool"],
  ["expectations", ["prompt: Hello!", "chooses: none", "expect: { risk: safe }"], "11:5", "'expect' is about a call of this tool"],
  ["this tool", ["prompt: Hello!", "chooses: count_lines"], "10:5", "`chooses` names this tool"],
  ["a prompt for a refused call", ["prompt: Hello!", "params: {}", "expect: { error: file }"], "9:5", "it has a prompt for a call"],
])("refuses an example with %s where that makes no sense", async (_, lines, at, message) => {
  const { diagnostics } = await compiledTool(withExample(...lines));
  expect(diagnostics.map(({ code, line, column, message }) => [code, `${line}:${column}`, message])).toEqual([
    ["bad-example", at, expect.stringContaining(message)],
  ]);
});

it("refuses a chosen tool that the project doesn't have, and not one with mistakes of its own", async () => {
  const chosen = withExample("prompt: Show a.txt.", "chooses: show_file");
  const { diagnostics } = await compiledTool(chosen);
  expect(diagnostics).toMatchObject([{ code: "unknown-chosen-tool", line: 10, column: 14 }]);
  const broken = await compiledTool(`${chosen}---\nname: show_file\ndescription: Show.\nkind: nonsense\ncommand: [cat]\n`);
  expect(broken.diagnostics.map(({ code }) => code)).not.toContain("unknown-chosen-tool");
});

it("points at examples behind those without a call", async () => {
  const text = withExample("prompt: Hello!", "chooses: none");
  const { diagnostics } = await compiledTool(`${text}  - name: two\n    params: {}\n`);
  expect(diagnostics).toMatchObject([{ code: "refused-example", line: 12 }]);
});
