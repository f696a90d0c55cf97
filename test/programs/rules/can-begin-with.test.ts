import { expect, it } from "vitest";
import { compiledTool } from "../../kit/compiled.js";

const text = { type: "string" };

async function wrong(v: object, more: object) {
  const spec = { name: "t", description: "d", kind: "read", schema: { properties: { v }, required: ["v"] }, ...more };
  const { diagnostics } = await compiledTool(JSON.stringify(spec));
  return diagnostics.filter(({ code }) => code !== "unused-parameter" && code !== "unknown-program");
}

const prefixed = [
  [["ed", "{{v}}"], "ed evaluates an argument that begins with '!'", "^[^!-]"],
  [["ed", "--", "{{v}}"], "ed evaluates an argument that begins with '!'", "^[^!-]"],
  [["gcc", "{{v}}"], "gcc evaluates an argument that begins with '@'", "^[^@-]"],
  [["gcc-12", "-c", "{{v}}"], "gcc-12 evaluates an argument that begins with '@'", "^[^@-]"],
  [["gcc", "--", "{{v}}"], "gcc evaluates an argument that begins with '@'", "^[^@-]"],
  [["vim", "{{v}}"], "vim evaluates an argument that begins with '+'", "^[^+-]"],
  [["vim", "{{#if v}}{{v}}{{/if}}"], "vim evaluates an argument that begins with '+'", "^[^+-]"],
  [["timeout", "5", "vim", "{{v}}"], "vim evaluates an argument that begins with '+'", "^[^+-]"],
  [["ex", "{{v}}"], "ex evaluates an argument that begins with '+'", "^[^+-]"],
  [["less", "{{v}}"], "less evaluates an argument that begins with '+'", "^[^+-]"],
  [["more", "{{v}}"], "more evaluates an argument that begins with '+'", "^[^+-]"],
  [["libreoffice", "{{v}}"], "libreoffice evaluates an argument that begins with 'macro:'", "^[^mv-]"],
  [["ld", "{{v}}"], "ld evaluates an argument that begins with '@'", "^[^@-]"],
  [["rustc", "{{v}}"], "rustc evaluates an argument that begins with '@'", "^[^@-]"],
  [["javac", "{{v}}"], "javac evaluates an argument that begins with '@'", "^[^@-]"],
  [["buck2", "build", "{{v}}"], "buck2 evaluates an argument that begins with '@'", "^[^@-]"],
] as const;

it.each(prefixed)("%j: a value may begin with a prefix by which it is evaluated", async (command, message, pattern) => {
  const [problem] = await wrong(text, { command, allowLeadingDash: ["v"] }).then((all) =>
    all.filter(({ code }) => code !== "unguarded-dash"),
  );
  expect(problem?.message).toBe(`${message}, so 'v' lets the model write or choose a program.`);
  expect(problem?.help).toContain("`paths`");
  expect(await wrong({ ...text, pattern }, { command })).toEqual([]);
  expect(await wrong({ ...text, pattern: "^[^-]" }, { command, code: { v: "other" } })).toEqual([]);
});

it.each(prefixed)(
  "%j: a path of `paths` never begins so, an enum is the author's, and literal text stands before others",
  async (command) => {
    expect(await wrong(text, { command, paths: { v: "read" } })).toEqual([]);
    expect(await wrong({ enum: ["a", "b"] }, { command })).toEqual([]);
    const before = command.map((word) => word.replace("{{v}}", "./{{v}}"));
    if (!before.some((word) => word.includes("{{#if"))) expect(await wrong(text, { command: before })).toEqual([]);
  },
);

it.each(["ed -- {{v}}", "cd /tmp && ed {{v}}", "gcc -c {{v}}", "vim {{v}}", "echo a && less {{v}}"])("%j: in a script too", async (sh) => {
  const problems = await wrong({ ...text, pattern: "^[^-]" }, { shell: sh });
  expect(problems.map(({ code }) => code)).toEqual(["evaluated-argument"]);
  expect(await wrong(text, { shell: sh, paths: { v: "read" } })).toEqual([]);
});

it.each([[["vim", "--", "{{v}}"]], [["ed", "a{{v}}"]], [["nano", "{{v}}"]]])("%j: no prefix counts there", async (command) => {
  expect(await wrong({ ...text, pattern: "^[^-]" }, { command })).toEqual([]);
});

it("knows a prefix that a value completes", async () => {
  const problems = await wrong(text, { command: ["gcc", "-fplug{{v}}"] });
  expect(problems.map(({ code }) => code)).toContain("evaluated-argument");
});
