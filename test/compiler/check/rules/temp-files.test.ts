import { expect, it } from "vitest";
import { compiledTool } from "../../../kit/compiled.js";

async function codes(more: object) {
  const schema = { properties: { v: { type: "string", pattern: "^[^-]" } }, required: ["v"] };
  const spec = { name: "t", description: "d", kind: "read", schema, tempFiles: { f: "{{v}}" }, ...more };
  const { diagnostics } = await compiledTool(JSON.stringify(spec));
  return diagnostics.map(({ code }) => code);
}

it.each([{ BASH_ENV: "{{@temp.f}}" }, { GIT_CONFIG_GLOBAL: "{{@temp.f}}" }, { NODE_OPTIONS: "--require={{@temp.f}}" }])(
  "%j: a variable that names a file of a value's text loads that value",
  async (set) => {
    expect(await codes({ command: ["wc"], env: { set } })).toEqual(["env-loads-code"]);
    expect(await codes({ command: ["wc"], env: { set }, code: { v: "other" } })).toEqual([]);
    expect(await codes({ command: ["wc", "{{v}}"], env: { set }, tempFiles: { f: "fixed" } })).toEqual([]);
  },
);

it("lets a variable of your own program name such a file", async () => {
  expect(await codes({ command: ["wc"], env: { set: { INPUT_FILE: "{{@temp.f}}" } } })).toEqual([]);
});

it.each([
  [["env", "BASH_ENV={{@temp.f}}", "bash", "-c", "ls"]],
  [["git", "-c", "include.path={{@temp.f}}", "status"]],
  [["gcc", "@{{@temp.f}}"]],
  [["gcc", "-specs={{@temp.f}}", "a.c"]],
  [["gcc", "-fplugin={{@temp.f}}", "a.c"]],
  [["java", "@{{@temp.f}}"]],
  [["java", "-javaagent:{{@temp.f}}", "-jar", "a.jar"]],
  [["parallel", "-a", "{{@temp.f}}"]],
  [["parallel", "--arg-file={{@temp.f}}"]],
  [["xargs", "-a", "{{@temp.f}}", "bash", "-c"]],
  [["xargs", "-a", "{{@temp.f}}", "gcc"]],
  [["make", "CC={{@temp.f}}"]],
  [["find", ".", "-exec", "{{@temp.f}}", ";"]],
])("%j evaluates what the file holds", async (command) => {
  expect(await codes({ command })).toEqual(["evaluated-argument"]);
  expect(await codes({ command, code: { v: "sh" } })).toEqual([]);
});

it.each([
  [["wc", "{{@temp.f}}"]],
  [["git", "-c", "color.ui={{@temp.f}}", "status"]],
  [["gcc", "-c", "{{@temp.f}}"]],
  [["env", "LANG={{@temp.f}}", "wc"]],
])("%j reads it as data", async (command) => {
  expect(await codes({ command })).toEqual([]);
});
