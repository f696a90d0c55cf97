import { expect, it } from "vitest";
import { compiledTool } from "../../../kit/compiled.js";

async function warnings(more: object) {
  const schema = { properties: { p: { type: "string" }, n: { type: "integer" } } };
  const { diagnostics } = await compiledTool(JSON.stringify({ name: "t", description: "d", kind: "read", schema, ...more }));
  return diagnostics
    .filter(({ code }) => code !== "unused-parameter")
    .map(({ code, message }) => `${code} ${/^'(.*?)'/.exec(message)?.[1]}`);
}

it.each([
  [{ command: ["prog", "C:\\{{p}}"] }, ["escaped-parameter \\{{p}}"]],
  [{ command: ["prog", ["-x", "C:\\{{ p.q }}"]] }, ["escaped-parameter \\{{p}}"]],
  [{ command: "prog C:\\{{p}}" }, ["escaped-parameter \\{{p}}"]],
  [{ command: ["prog"], stdin: "\\{{p}}", env: { set: { X: "\\{{n}}" } } }, ["escaped-parameter \\{{p}}", "escaped-parameter \\{{n}}"]],
  [{ command: ["prog", "C:\\\\{{p}}"] }, []],
  [{ command: ["prog", "--format=\\{{json .}} \\{{.p}}"] }, []],
])("warns in %j of what is escaped though it is a parameter's name", async (more, expected) => {
  expect(await warnings(more)).toEqual(expected);
});

it.each([
  [["prog", "-n {{n}}"], ["option-with-value -n"]],
  [["prog", "--name {{p}}"], ["option-with-value --name"]],
  [["prog", ["--max-count 5", "{{p}}"]], ["option-with-value --max-count"]],
  [["prog", ["-n", "{{n}}"], "--x={{p}} y", "{{#if n}}-n {{n}}{{/if}}", "{{#if n}}'-n {{n}}'{{/if}}", "- x", "a -n 5"], []],
  ["prog -n {{n}} '-x {{n}}'", []],
])("warns of items in %j that look like two arguments and are one", async (command, expected) => {
  expect(await warnings({ command })).toEqual(expected);
});
