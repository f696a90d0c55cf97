import { expect, it } from "vitest";
import { codeLanguages, languageOf } from "../../../../src/programs/code-languages.js";
import { compiledTool } from "../../../kit/compiled.js";

async function said(code: object, { command = ["sh", "-c", "{{s}}"], schema = {}, more = {} } = {}) {
  const properties = { s: { type: "string" }, xs: { type: "array", items: { type: "string" } }, ...schema };
  const spec = { name: "t", description: "d", kind: "read", schema: { properties, required: ["s"] }, command, code, ...more };
  const { tool, diagnostics } = await compiledTool(JSON.stringify(spec));
  const told = diagnostics.filter(({ code: name }) => name !== "unused-parameter");
  return { told, codes: told.map(({ code: name }) => name), level: tool?.risk.level };
}

it.each([
  ["shell", "sh"],
  ["Bash", "bash"],
  ["ZSH", "zsh"],
  ["js", "javascript"],
  ["node", "javascript"],
  ["python3", "python"],
  ["Python", "python"],
  ["sqlite3", "sql"],
  ["psql", "sql"],
  ["powershell", "pwsh"],
  ["pythn", "python"],
])("refuses the language %s, and proposes %s", async (written, meant) => {
  const { told } = await said({ s: written });
  expect(told).toMatchObject([{ code: "unknown-language", message: expect.stringContaining(`Did you mean '${meant}'?`) }]);
  expect(told[0]?.message).toContain(`accepted: ${codeLanguages.join(", ")}.`);
});

it("reports a language that isn't in the list once, and builds no tool", async () => {
  expect(await said({ s: "foo" })).toMatchObject({ codes: ["unknown-language"], level: undefined });
  expect((await said({ s: 5 })).codes).toEqual(["unknown-language"]);
  expect((await said({ s: "__proto__" })).codes).toEqual(["unknown-language"]);
  expect((await said({ s: "constructor" })).codes).toEqual(["unknown-language"]);
});

it.each(codeLanguages)("holds a tool to the least risk of %s, whatever its spec says", async (language) => {
  const command = ["cat", "--text={{s}}"];
  const level = (await said({ s: language }, { command })).level;
  const others = ["graphql", "cypher", "yq", "jq"];
  const harmless = ["jsonpath", "jmespath", "xpath", "css", "regex", "glob", "promql"];
  expect(level).toBe(harmless.includes(language) ? "safe" : others.includes(language) ? "moderate" : "dangerous");
  const lowered = await said({ s: language }, { command, more: { risk: { level: "safe", rules: [{ when: { s: "x" }, level: "safe" }] } } });
  expect([lowered.level, lowered.codes]).toEqual([level, level === "safe" ? [] : ["level-too-low"]]);
});

it("takes the highest of several languages", async () => {
  const { level } = await said({ s: "jq", xs: "graphql" }, { command: ["prog", "--q={{s}}", "{{join xs ','}}"] });
  expect(level).toBe("moderate");
});

it.each([
  [{ pattern: "^SELECT [^\\\\;(\\r\\n]*$" }, "moderate"],
  [{ pattern: "^(?:SELECT|select) [a-z*, =']+$" }, "moderate"],
  [{ anyOf: [{ pattern: "^SELECT [a-z]+$" }, { pattern: "^SELECT [0-9]+$" }] }, "moderate"],
  [{}, "dangerous"],
  [{ pattern: "^SELECT " }, "dangerous"],
  [{ pattern: "SELECT [a-z]+$" }, "dangerous"],
  [{ pattern: "^SELECT .*$" }, "dangerous"],
  [{ pattern: "^SELECT [^\\\\;\\n\\r]*$" }, "dangerous"],
  [{ pattern: "^SELECT [^\\\\(\\n\\r]*$" }, "dangerous"],
  [{ pattern: "^SELECT [^;(\\n\\r]*$" }, "dangerous"],
  [{ pattern: "^SELECT [^\\\\;(]*$" }, "dangerous"],
  [{ pattern: "^[a-z ]+$" }, "dangerous"],
  [{ pattern: "^SELECT [a-z]+$|^.*$" }, "dangerous"],
  [{ anyOf: [{ pattern: "^SELECT [a-z]+$" }, {}] }, "dangerous"],
])("takes SQL that may be %j for %s", async (schema, level) => {
  const found = await said({ s: "sql" }, { command: ["psql", "--command={{s}}"], schema: { s: { type: "string", ...schema } } });
  expect([found.codes, found.level]).toEqual([[], level]);
});

it.each([
  [{}, "moderate"],
  [{ pattern: "^[.a-z]+$" }, "safe"],
  [{ pattern: '^[^"]*$' }, "safe"],
  [{ pattern: '^[.a-z"]+$' }, "moderate"],
])("takes a program for jq that may be %j for %s: with quotes it can import a file", async (schema, level) => {
  const found = await said({ s: "jq" }, { command: ["jq", "{{s}}"], schema: { s: { type: "string", ...schema } } });
  expect([found.codes, found.level]).toEqual([[], level]);
});

it("looks at the elements of an array, and at all of them", async () => {
  const command = ["sqlite3", "a.db", "{{#each xs}}{{this}}{{/each}}"];
  const items = { type: "string", pattern: "^SELECT [a-z]+$" };
  expect(await said({ xs: "sql" }, { command, schema: { xs: { type: "array", items } } })).toMatchObject({ codes: [], level: "moderate" });
  expect((await said({ xs: "sql" }, { command })).level).toBe("dangerous");
});

it.each([
  [["sh", "-c", "{{s}}"], "code: { s: sh }"],
  [["bash", "-c", "{{s}}"], "code: { s: bash }"],
  [["/usr/bin/python3.12", "-c", "{{s}}"], "code: { s: python }"],
  [["node", "-e", "{{s}}"], "code: { s: javascript }"],
  [["psql", "-c", "{{s}}"], "code: { s: sql }"],
  [["ssh", "host", "{{s}}"], "code: { s: sh }"],
  [["gawk", "{{s}}"], "code: { s: awk }"],
  [["timeout", "5", "perl", "-e", "{{s}}"], "code: { s: perl }"],
  [["osascript", "-e", "{{s}}"], "code: { s: applescript }"],
  [["sh", "-c", "{{#each xs}}{{this}}{{/each}}"], 'code: { "xs[]": sh }'],
])("says for %j exactly what to write", async (command, expected) => {
  const { told } = await said({}, { command });
  expect(told[0]).toMatchObject({ code: "evaluated-argument", help: expect.stringContaining(`Write \`${expected}\``) });
  const written = JSON.parse(
    expected
      .slice(6)
      .replace(/(\w+): (\w+)/, '"$1": "$2"')
      .replace(/: (\w+) }/, ': "$1" }'),
  ) as object;
  expect((await said(written, { command })).codes).toEqual([]);
});

it("knows the language of a program, and calls every other one `other`", () => {
  expect(["/bin/dash", "python3.12", "nodejs", "mariadb", "no-such-program", "constructor"].map(languageOf)).toEqual([
    ...["sh", "python", "javascript", "sql", "other", "other"],
  ]);
});
