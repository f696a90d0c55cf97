import { expect, it } from "vitest";
import { compiledTool } from "../../../kit/compiled.js";

const properties = {
  s: { type: "string" },
  n: { type: "integer" },
  e: { enum: ["a", "-b"] },
  b: { type: "boolean" },
  plain: { type: "string", pattern: "^[a-z0-9]+$" },
  dashless: { type: "string", pattern: "^[^-]" },
  positive: { type: "integer", minimum: 0 },
  p: { type: "string" },
  xs: { type: "array", items: { type: "string" } },
};

async function said(command: unknown, more: object = {}) {
  const { tool, diagnostics } = await compiledTool(
    JSON.stringify({ name: "t", description: "d", kind: "read", schema: { properties }, command, ...more }),
  );
  return { tool, codes: diagnostics.filter((d) => d.code !== "unused-parameter").map((d) => d.code) };
}

it.each([
  [["sh", "-c", "echo {{s}}"]],
  [["bash", "-lc", "{{s}}"]],
  [["/bin/bash", "-ec", "{{s}}"]],
  [["env", "X=1", "bash", "-c", "{{s}}"]],
  [["docker", "run", "img", "sh", "-c", "{{s}}"]],
  [["git", "-c", "alias.x=!{{s}}", "x"]],
  [["git", "-c", "core.pager={{s}}", "log"]],
  [["git", "-c", "{{s}}", "log"]],
  [["git", "--no-pager", "-C", "a", "-c", "a.b=c", "-c", "core.{{s}}", "log"]],
  [["python3", "-c{{s}}"]],
  [["node", "--eval={{s}}"]],
  [["node", "-p", "{{s}}"]],
  [["psql", "--command={{s}}"]],
  [["psql", "-c", "select {{s}}"]],
  [["psql", "{{#if s}}-c {{s}}{{/if}}"]],
  [["sed", "-n", "{{s}}", "--", "file"]],
  [["sed", "-e", "{{s}}"]],
  [["awk", "-F", ",", "{{s}}"]],
  [["ssh", "host", "ls {{s}}"]],
  [["ssh", "-p", "22", "host", "ls", "{{s}}"]],
  [["sqlite3", "db", "{{s}}"]],
  ["sh -c 'echo {{s}}'"],
  [["timeout", "5", "sed", "{{s}}", "file"]],
  [["timeout", "-k", "1s", "5", "env", "A=b", "ssh", "host", "{{s}}"]],
  [["sudo", "-u", "root", "awk", "{{s}}"]],
  [["sudo", "{{s}}"]],
  [["xargs", "-n", "1", "{{s}}"]],
  [["env", "-S", "{{s}}"]],
  [["python3.12", "-c", "{{s}}"]],
  [["/usr/bin/perl5.36.0", "-0777ne", "{{s}}", "file"]],
  [["find", ".", "-exec", "{{s}}", ";"]],
  [["rsync", "-e", "{{s}}", "a", "b"]],
  [["tar", "--to-command={{s}}", "-xf", "a.tar"]],
  [["git", "rebase", "--exec", "{{s}}"]],
  [["duckdb", "db", "{{s}}"]],
  [["mongosh", "--eval", "{{s}}"]],
  [["sh", "-c", "x {{#if b}}{{s}}{{/if}}"]],
  [["sh", "-c", "{{#each xs}}{{this}}{{/each}}"]],
])("wants to be told that %j evaluates a parameter", async (command) => {
  expect((await said(command, { allowLeadingDash: ["s", "xs"] })).codes).toContain("evaluated-argument");
});

it.each([
  [["sh", "script.sh", "{{s}}"]],
  [["sh", "-c", "echo {{n}} {{e}} {{plain}}"]],
  [["python3", "tool.py", "-c{{n}}"]],
  [["sed", "-n", "p", "--", "{{p}}"]],
  [["sed", "-f", "prog.sed", "{{p}}"]],
  [["awk", "-v", "x={{s}}", "{ print x }", "{{p}}"]],
  [["ssh", "{{dashless}}", "uptime"]],
  [["psql", "--file", "query.sql", "{{p}}"]],
  [["timeout", "{{positive}}", "wc", "{{p}}"]],
  [["sudo", "-u", "{{dashless}}", "wc", "{{p}}"]],
  [["env", "NAME={{e}}", "wc", "{{p}}"]],
  [["xargs", "-n", "{{n}}", "wc"]],
  [["timeout", "5", "ssh", "{{dashless}}", "uptime"]],
  [["cat", "sed", "{{p}}"]],
  [["git", "-c", "user.name={{s}}", "log"]],
  [["git", "grep", "-c", "{{s}}"]],
  [["find", "{{p}}", "-name", "*.ts"]],
  [["rsync", "--exclude={{s}}", "{{p}}", "b"]],
])("takes %j for a command that evaluates nothing of the model's", async (command) => {
  expect((await said(command, { schema: { properties, required: Object.keys(properties) }, paths: { p: "read" } })).codes).toEqual([]);
});

it("is content when `code` names the parameter, and makes the tool dangerous if the language can do anything", async () => {
  const sql = await said(["psql", "--command={{s}}"], { code: { s: "sql" } });
  expect([sql.codes, sql.tool?.risk.level]).toEqual([[], "dangerous"]);
  const sh = await said(["sh", "-c", "{{s}}"], { code: { s: "sh" }, risk: "moderate" });
  expect([sh.codes, sh.tool?.risk.level]).toEqual([[], "dangerous"]);
});

it.each([
  ["--{{s}}", true],
  ["--no{{s}}", true],
  ["--no-{{#if b}}{{s}}{{/if}}", true],
  ["-{{s}}", true],
  ["--{{plain}}=1", true],
  ["--{{e}}", false],
  ["-{{n}}", false],
  ["--{{b}}", false],
  ["--x={{s}}", false],
  ["--x:{{s}}", false],
  ["-C{{s}}", false],
  ["x--{{s}}", false],
])("decides of %s whether a parameter stands in an option's name: %s", async (item, wrong) => {
  expect((await said(["prog", item])).codes.includes("option-name")).toBe(wrong);
});

it("knows for each value that may begin an argument whether it may begin with '-', and why", async () => {
  const items = [
    "{{s}}",
    "{{n}}",
    "{{e}}",
    "{{dashless}}",
    "{{positive}}",
    "{{p}}",
    "--x={{s}}",
    "-C{{n}}",
    "{{#each xs}}{{this}}{{/each}}",
  ];
  const { tool } = await said(["prog", ...items], { paths: { p: "read" } });
  expect(tool?.dashes.map(({ param, mayDash }) => [param, mayDash])).toEqual([
    ["s", false],
    ["n", false],
    ["e", true],
    ["dashless", true],
    ["positive", true],
    ["p", true],
    ["xs[]", false],
  ]);
  expect(tool?.dashes.every((note) => note.because !== "")).toBe(true);
});

it("judges a joined array by its elements, and keys by what an object admits", async () => {
  const more = {
    schema: {
      properties: {
        columns: { type: "array", items: { enum: ["pid", "-x"] } },
        names: { type: "array", items: { type: "string" } },
        closed: { type: "object", properties: { a: { type: "string" } }, additionalProperties: false },
        open: { type: "object", additionalProperties: { type: "string" } },
        named: { type: "object", propertyNames: { pattern: "^[a-z]" }, additionalProperties: { type: "string" } },
        mixed: {
          type: "object",
          properties: { a: { type: "string" } },
          patternProperties: { "^.x": { type: "string" } },
          additionalProperties: false,
        },
      },
    },
  };
  const begins = async (item: string) => (await said(["prog", item], more)).tool?.dashes.map(({ param, mayDash }) => [param, mayDash]);
  expect(await begins('{{join columns ","}}')).toEqual([["columns[]", true]]);
  expect(await begins('{{join names ","}}')).toEqual([["names[]", false]]);
  expect(await begins("{{#each closed}}{{@key}}={{this}}{{/each}}")).toEqual([["@key", true]]);
  expect(await begins("{{#each open}}{{@key}}={{this}}{{/each}}")).toEqual([["@key", false]]);
  expect(await begins("{{#each named}}{{@key}}={{this}}{{/each}}")).toEqual([["@key", true]]);
  expect(await begins("{{#each mixed}}{{@key}}={{this}}{{/each}}")).toEqual([["@key", false]]);
  expect((await said(["prog", "{{#each closed}}--{{@key}}={{this}}{{/each}}"], more)).codes).toEqual([]);
  expect((await said(["prog", "{{#each mixed}}--{{@key}}={{this}}{{/each}}"], more)).codes).toEqual(["option-name"]);
});

it("takes `code` for the texts in an object too", async () => {
  const schema = { properties: { m: { type: "object", additionalProperties: { type: "string" } } } };
  const command = ["psql", "{{#each m}}-c {{this}}{{/each}}"];
  expect((await said(command, { schema, code: { m: "sql" } })).codes).toEqual([]);
  expect((await said(command, { schema })).codes).toEqual(["evaluated-argument"]);
});

it("doesn't go on about an evaluated argument where `code` itself is wrong", async () => {
  expect((await said(["sh", "-c", "{{s}}"], { code: ["s"] })).codes).toEqual(["wrong-type"]);
});

it.each([
  [["prog", "{{s}}"], true],
  [["prog", ["--", "{{#each xs}}{{this}}{{/each}}"], "{{s}}"], true],
  [["prog", "{{#if b}}-- {{n}}{{/if}}", "{{s}}"], true],
  [["prog", ["--", "x"], "{{s}}"], false],
  [["prog", ["--", "{{s}}"]], false],
  [["prog", "{{#if b}}x{{/if}}{{s}}"], true],
  [["prog", "{{plain}}{{s}}"], true],
  [["prog", ["--color=never", "{{s}}"]], true],
  [["prog", "--", "{{s}}"], false],
  [["prog", "--end-of-options", "{{s}}"], false],
  [["prog", ["-e", "{{s}}"]], false],
  [["prog", "-e", "{{s}}"], true],
  [["prog", "{{#if b}}-e {{s}}{{/if}}"], false],
  [["prog", "--x={{s}}"], false],
])("finds in %j that a leading dash which was allowed can pass any option: %s", async (command, unguarded) => {
  const { tool, codes } = await said(command, { data: ["s"], allowLeadingDash: ["s"], risk: "safe" });
  expect(codes).toEqual(unguarded ? ["unguarded-dash"] : []);
  expect(tool?.risk.level).toBe(unguarded ? "dangerous" : "safe");
});

it.each([
  ["cat a | wc", "|"],
  ["echo $HOME", "$"],
  ['echo "$HOME"', "$"],
  ["ls *.txt", "*"],
  ["cat < a", "<"],
  ["ls ~/x", "~"],
  ["a && b", "&"],
])("reports the shell's syntax in the string command %s", async (command) => {
  expect((await said(command)).codes).toContain("shell-syntax");
});

it.each(["grep 'a|b' \"x y\"", "prog a~b {x} c:\\dir # 1", "prog '$HOME'", "git log {{#if b}}-n {{n}} --x='{{s}} *'{{/if}}"])(
  "takes the string command %s as words",
  async (command) => {
    expect((await said(command)).codes).toEqual([]);
  },
);
