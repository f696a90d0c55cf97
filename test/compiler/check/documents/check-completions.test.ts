import { expect, it } from "vitest";
import { compiled } from "../../../kit/compiled.js";

const prompt = (complete: string) => ({
  "tool.yaml": "name: t\ndescription: d\nkind: read\ncommand: [wc]\n",
  "p.yaml": `prompt: p\ndescription: d\nschema: { properties: { x: { type: string }, y: { enum: [a] } } }\ntext: "{{x}} {{y}}"\ncomplete: ${complete}\n`,
});

it.each([
  ["of an unknown parameter", "{ z: { command: [ls] } }", [["unknown-parameter", 5, 13]]],
  ["of a parameter that lists its values", "{ y: { command: [ls] } }", [["completion-listed", 5, 13]]],
  ["without a command", "{ x: { timeout: 1s } }", [["no-execution", 5, 13]]],
  ["with two commands", "{ x: { command: [ls], shell: ls } }", [["two-executions", 5, 33]]],
  ["with a key of a tool that it doesn't have", "{ x: { command: [ls], stdin: '{{x}}' } }", [["unknown-key", 5, 33]]],
  ["that takes the text as an option", "{ x: { command: [git, branch, '{{x}}'], allowLeadingDash: [x] } }", [["unknown-key", 5, 51]]],
  ["that runs the text", "{ x: { command: [sh, -c, '{{x}}'] } }", [["evaluated-argument", 5, 39]]],
  ["that writes a file", "{ x: { shell: 'ls > out.txt' } }", [["completion-not-safe", 5, 13]]],
  ["with a folder that may be anywhere", "{ x: { command: [ls], cwd: '{{x}}' } }", [["cwd-not-a-path", 5, 38]]],
  ["that may write its path", "{ x: { command: [ls, '{{x}}'], paths: { x: write } } }", [["completion-not-safe", 5, 13]]],
  ["of an unknown path", "{ x: { command: [ls, '{{x}}'], paths: { z: read } } }", [["unknown-parameter", 5, 51]]],
  ["that uses an unknown name", "{ x: { command: [ls, '{{nope}}'] } }", [["unknown-name", 5, 35]]],
])("refuses a completion %s", async (_name, complete, expected) => {
  const { diagnostics } = await compiled(prompt(complete));
  expect(diagnostics.map(({ code, line, column }) => [code, line, column])).toEqual(expected);
});

it("takes commands that use other parameters, or none", async () => {
  const { diagnostics } = await compiled(prompt("{ x: { command: [my-lister, '--of={{y}}'], secrets: [MY_TOKEN] } }"));
  expect(diagnostics).toEqual([]);
});

it("takes a folder that stays in its root, by the paths of the command or of its resource", async () => {
  const own = await compiled(prompt("{ x: { command: [ls], cwd: '{{x}}', paths: { x: read } } }"));
  expect(own.diagnostics).toEqual([]);
  const resource = `resource: r
uriTemplate: n://{x}/{y}
description: d
schema: { properties: { x: { type: string }, y: { type: string } }, required: [x, y] }
paths: { x: { access: read, root: any, mustExist: true }, y: read }
command: [cat, "{{x}}", "{{y}}"]
complete: { x: { command: [ls], cwd: '{{x}}' }, y: { command: [ls] } }
`;
  const { diagnostics, model } = await compiled({ ...prompt("{}"), "r.yaml": resource });
  expect(diagnostics).toEqual([]);
  const rule = { target: ["x"], access: "read", root: "any", type: "any", mustExist: false };
  expect(model.resources[0]?.completions.map(({ tool }) => tool.definition.paths)).toEqual([[rule], []]);
});

it("refuses one of a resource whose URI has no such variable", async () => {
  const resource = "resource: r\nuri: n://a\ndescription: d\ntext: t\ncomplete: { x: { command: [ls] } }\n";
  const { diagnostics } = await compiled({ ...prompt("{}"), "r.yaml": resource });
  expect(diagnostics.map(({ code }) => code)).toEqual(["unknown-parameter"]);
});
