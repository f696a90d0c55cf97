import { expect, it } from "vitest";
import { compiledTool } from "../../kit/compiled.js";

const properties = {
  p: { type: "string" },
  f: { type: "boolean" },
  e: { enum: ["a", "b"] },
  xs: { type: "array", items: { type: "object", properties: { name: { type: "string" } } } },
  o: { type: "object", properties: { count: { type: "integer" } } },
};

/** The diagnostics of one item of a command: the code, the marked text, the end of the message, and the help. */
async function said(item: string) {
  const text = JSON.stringify({
    name: "t",
    description: "d",
    kind: "read",
    schema: { properties },
    command: ["prog", "{{json @params}}", item],
  });
  const { diagnostics } = await compiledTool(text);
  expect(diagnostics).toHaveLength(1);
  const [{ code, message, help, column } = { code: "", message: "", help: "", column: 0 }] = diagnostics;
  return { code, words: `${message} ${help}`, from: JSON.parse(`"${text.slice((column ?? 0) - 1).replace(/"\]?\}?$/, "")}"`) as string };
}

it.each([
  ['x{{#if e == "a"}}x{{/if}}', "template-syntax", '{{#if e == "a"}}', '(eq x "literal")'],
  ["y{{#if !f}}x{{/if}}", "template-syntax", "{{#if !f}}", "{{#unless x}}"],
  ["{{#if f}}x{{/if}}:{{#if f && p}}x{{/if}}", "template-syntax", "{{#if f && p}}", "put one block into the other"],
  ["--x={{}}", "template-syntax", "{{}}", "a placeholder needs a name"],
  ["a{{else}}b", "template-syntax", "{{else}}", "nothing is open"],
  ["--x={{p}", "template-syntax", "{{p}", "has no '}}'"],
  ['y{{#if (eq "a" e)}}x{{/if}}', "unsupported-template", '(eq "a" e)', "The name comes first"],
  ['{{#if eq e "a"}}x{{/if}}', "unsupported-template", "{{#if eq", '{{#if (eq x "literal")}}'],
  ["{{#f}}-f{{/f}}", "unknown-helper", "f}}", "Write {{#if f}}…"],
  ["{{^f}}-f{{/f}}", "unknown-helper", "f}}", "Write {{#unless f}}…"],
  ["{{#if f}}a{{elif p}}b{{/if}}", "unknown-helper", "elif p", "Write {{else if x}}."],
  ["{{#if f}}a{{elseif p}}b{{/if}}", "unknown-helper", "elseif p", "Write {{else if x}}."],
  ["{{#each xs}}{{#each xs}}x{{/each}}{{/each}}", "nested-each", "xs}}x", "'each' can't contain another 'each'."],
  ["--n={{o.coutn}}", "unknown-name", "o.coutn", "Did you mean 'o.count'?"],
  ["{{#each xs}}--x={{this.nmae}}{{/each}}", "unknown-name", "this.nmae", "Did you mean 'this.name'?"],
  ["--n={{@workspce}}", "unknown-name", "@workspce", "Did you mean '@workspace'?"],
  ["--n={{@cwd}}", "unknown-name", "@cwd", "@params, @specDir, @workspace"],
])("says of %s what is wrong, where, and what to write", async (item, code, from, words) => {
  const report = await said(item);
  expect(report.code).toBe(code);
  expect(report.from.slice(0, from.length)).toBe(from);
  expect(report.words).toContain(words);
});
