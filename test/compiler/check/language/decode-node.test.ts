import { expect, it } from "vitest";
import { compiledTool } from "../../../kit/compiled.js";

/** The diagnostics of a spec that begins with `lines`; the rest of it is correct. */
async function said(lines: string, rest = "name: t\ndescription: d\nkind: read\ncommand: [prog]\n") {
  const { diagnostics } = await compiledTool(`${lines}\n${rest}`);
  return diagnostics.map(({ code, message, help }) => `${code}: ${message} ${help}`);
}

it.each([
  ["parameters: {}", "Did you mean 'schema'?"],
  ["inputSchema: {}", "Did you mean 'schema'?"],
  ["workdir: x", "Did you mean 'cwd'?"],
  ["properties: {}", "`properties` is a word of JSON Schema: put it inside `schema`."],
  ["required: [x]", "`required` is a word of JSON Schema: put it inside `schema`."],
  ["env: { FOO: bar }", "`env: { set: { NAME: value } }`"],
  ["risk: { level: safe, confirm: true }", "Did you mean 'requiresConfirmation'?"],
  ["annotations: { readonly: true }", "Did you mean 'readOnlyHint'?"],
  ["examples: [{ args: {} }]", "Did you mean 'params'?"],
  ["exitCodes: { 1: { err: x } }", "Did you mean 'error'?"],
])("says of %s which key was meant, and nothing else", async (lines, words) => {
  const reports = await said(lines);
  expect(reports).toEqual([expect.stringContaining(words)]);
  expect(reports[0]).toMatch(/^unknown-key: /);
});

it.each([
  ["descripton: d", "name: t\nkind: read\ncommand: [prog]\n"],
  ["nmae: t", "description: d\nkind: read\ncommand: [prog]\n"],
  ["commands: [prog]", "name: t\ndescription: d\nkind: read\n"],
  ["cmd: [prog]", "name: t\ndescription: d\nkind: read\n"],
])("doesn't miss the key that %s was meant to be", async (lines, rest) => {
  expect(await said(lines, rest)).toEqual([expect.stringMatching(/^unknown-key: .* Did you mean /)]);
});

it.each([
  ["toolsets: git", "Expected a list; found the text 'git'. Write it as a list: [git]. `toolsets`: Labels"],
  ["mutuallyExclusive: [[a]]", "Expected a list of at least 2 items; found a list of 1 item. `mutuallyExclusive`: Groups"],
  ["timeout: {}", "Expected text: a number and a unit: ms, s, m or h, as in '90s', from 1ms to 596h; found a map. `timeout`: How long"],
  ["summary:\n  Looks up: everything", "If this is a text, put it in quotes: YAML takes ': ' for the end of a key. `summary`: What"],
  ["risk: { requiresConfirmation: yes }", "Expected true or false; found the text 'yes'. `requiresConfirmation`: Whether"],
])("says of %s what the key takes and what it is for", async (lines, words) => {
  expect(await said(lines)).toEqual([expect.stringContaining(words)]);
});
