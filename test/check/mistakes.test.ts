import { expect, it } from "vitest";
import { compiled, compiledTool } from "../compiled.js";

const head = "name: t\ndescription: d\nkind: read\n";
const path = "schema: { properties: { path: { type: string } }, required: [path] }\npaths: { path: read }\n";
const foreignSchema = "{ type: object, properties: { path: { type: string } } }";

async function told(text: string) {
  const { diagnostics } = await compiledTool(text);
  return diagnostics.map(({ code, message, help, line, column }) => ({
    code,
    said: `${message} ${help}`,
    at: text.split("\n")[line - 1]?.slice(column - 1) ?? "",
  }));
}

/** Each is what newcomers write, with the only diagnostic that it gives, where that is, and what it says to write. */
it.each([
  [
    "name: t\n<<<<<<< HEAD\ndescription: a\n=======\ndescription: b\n>>>>>>> x\nkind: read\n",
    "merge-conflict",
    "<<<<<<<",
    "remove the lines",
  ],
  [`${head}shell: |\n  set -e\n<<<<<<< HEAD\n  ls\n=======\n  ls -l\n>>>>>>> x\n`, "merge-conflict", "<<<<<<<", "both sides"],
  [
    `${head}${path}aliases: { file_path: path, file: path }\ncommand: [wc, '{{path}}']\n`,
    "inverted-alias",
    "file_path",
    "aliases: { path: [file_path, file] }",
  ],
  [
    `${head}${path}aliases: { file_path: [path] }\ncommand: [wc, '{{path}}']\n`,
    "inverted-alias",
    "file_path",
    "aliases: { path: [file_path] }",
  ],
  [
    `${head}${path}weakAliases: { file_path: path }\ncommand: [wc, '{{path}}']\n`,
    "inverted-alias",
    "file_path",
    "weakAliases: { path: [file_path] }",
  ],
  [`${head}${path}aliases: { path: file }\ncommand: [wc, '{{path}}']\n`, "wrong-type", "file }", "Write it as a list: [file]"],
  [`${head}${path}aliases: [file]\ncommand: [wc, '{{path}}']\n`, "wrong-type", "[file]", "{ PARAMETER: [file] }"],
  [`${head}${path}command: wc\nargs: [-l, '{{path}}']\n`, "unknown-key", "args", "Arguments stand in `command`, behind the program"],
  [`${head}args: ${foreignSchema}\ncommand: ls\n`, "unknown-key", "args", "Did you mean 'schema'?"],
  ["name: t\ndescription: d\ncommand: [ls]\n", "missing-key", "name", "`kind: read` or `search` (changes nothing)"],
  [`${head}http: { url: "ftp://example.com/a" }\n`, "bad-url", '"ftp:', "not by 'ftp:'. Use 'https://'"],
  [`${head}http: { url: example.com/a }\n`, "bad-url", "example.com", "`https://example.com/a`"],
  [`${head}http: https://example.com/a\n`, "wrong-type", "https:", '{ url: "https://example.com/a" }'],
  [`${head}url: https://example.com/a\n`, "unknown-key", "url", "`http: { url: … }`"],
  [`${head}bash: ls | head\n`, "unknown-key", "bash", "`shell: { bash: … }`"],
  [`${head}${path}command: [wc, '{{ path | upper }}']\n`, "template-syntax", "{{ path", "no filters such as '| upper'. Write {{path}}"],
  [`${head}${path}command: [wc, '{{ path | default("x") }}']\n`, "template-syntax", "{{ path", "give the parameter a `default`"],
  [`${head}${path}command: [wc, '{{ .path }}']\n`, "template-syntax", "{{ .path", "Write {{path}}."],
  [`${head}${path}command: [wc, '{{params.path}}']\n`, "unknown-name", "params.path", "Did you mean 'path'?"],
  [`${head}${path}command: [wc, "{{path or 'x'}}"]\n`, "unknown-helper", "path or", "A placeholder is one name: {{path}}."],
  [
    `${head}parameters: ${foreignSchema}\ncommand: [wc, '{{path}}']\npaths: { path: read }\n`,
    "unknown-key",
    "parameters",
    "Did you mean 'schema'? Write `schema:`",
  ],
  [`${head}inputSchema: ${foreignSchema}\ncommand: [wc, '{{path}}']\n`, "unknown-key", "inputSchema", "Did you mean 'schema'?"],
  [`${head}input_schema: ${foreignSchema}\ncommand: [wc, '{{path}}']\n`, "unknown-key", "input_schema", "Did you mean 'schema'?"],
  [
    `${head}parametersJsonSchema: ${foreignSchema}\ncommand: [wc, '{{path}}']\n`,
    "unknown-key",
    "parametersJsonSchema",
    "Did you mean 'schema'?",
  ],
  [
    `${head}parameters: [{ name: path, type: string }]\ncommand: [wc, '{{path}}']\n`,
    "unknown-key",
    "parameters",
    "one property for each parameter",
  ],
  [
    `type: function\nfunction: { name: wc, description: d, parameters: ${foreignSchema} }\n`,
    "foreign-spec",
    "type",
    'command: [program, "{{path}}"]',
  ],
  [
    `type: function\nname: wc\ndescription: d\nparameters: ${foreignSchema}\n`,
    "foreign-spec",
    "type",
    "name: wc\ndescription: …\nkind: read",
  ],
  [`functionDeclarations: [{ name: wc, parameters: ${foreignSchema} }]\n`, "foreign-spec", "functionDeclarations", "Gemini's API"],
  [`tools: [{ type: function, function: { name: wc, parameters: ${foreignSchema} } }]\n`, "foreign-spec", "tools", "name: wc"],
  [`${head}schema: { properties: { m: { enum: { a: A, b: B } } } }\ncommand: [wc, '{{m}}']\n`, "invalid-schema", "{ a: A", "enum: [a, b]"],
  [
    `${head}schema: { properties: { path: { type: string } } }\npaths: [path]\ncommand: [wc, '{{path}}']\n`,
    "wrong-type",
    "[path]",
    "{ path: read }",
  ],
  [`${head}command: [ls]\nexamples: [{ path: a.txt }]\n`, "unknown-key", "path", '`params: { path: "a.txt" }`'],
  [`${head}command: [ls]\nexamples: [{ params: {}, output: x }]\n`, "unknown-key", "output", '`expect: { equals: "x" }`'],
])("leads from a mistake to what is right: %j", async (text, code, at, help) => {
  const [only, ...others] = await told(text);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ code, said: expect.stringContaining(help) });
  expect(only?.at.startsWith(at)).toBe(true);
});

it("asks for the version of toolgen.yaml by the line to write", async () => {
  const { diagnostics } = await compiled({ "toolgen.yaml": "library: [std/read_file]\n" });
  expect(diagnostics).toMatchObject([{ code: "missing-key", help: "Add `version: 1` as the first line." }]);
});

it.each([
  ["description: Count # of lines", "# of lines"],
  ["description: See issue #12.", "#12."],
  ["description: See issue  #12.", "#12."],
  ["displayName: C # sharp", "# sharp"],
  ["summary: Look # here", "# here"],
  ["risk: { impact: Counts # of lines\n  }", "# of lines"],
  ["exitCodes:\n  1: No match # at all", "# at all"],
  ["exitCodes:\n  1: { error: No match # at all\n  }", "# at all"],
  ["command:\n  - wc\n  - a #b", "#b"],
  ["schema:\n  properties:\n    n:\n      type: integer\n      description: The # of lines", "# of lines"],
])("warns of a text that YAML cuts at a '#': %j", async (line, at) => {
  const [key = ""] = line.split(":");
  const text = `${head}command: [wc]\n`.replace(new RegExp(`^${key}:.*\\n`, "m"), "");
  const found = (await told(`${text}${line}\n`)).filter(({ code }) => code !== "unused-parameter");
  expect(found).toMatchObject([{ code: "cut-by-comment", at }]);
});

it.each([
  "description: Count lines.  # for models",
  "description: Count#lines",
  'description: "Count # of lines"',
  "description: |\n  Count # of lines",
  "kind: read # changes nothing",
  "timeout: 5s # enough",
  "command:\n  - wc  # count\n  # another comment\n  - -l",
  "schema:\n  properties:\n    n:\n      type: integer # whole",
])("takes a comment for a comment: %j", async (line) => {
  const [key = ""] = line.split(":");
  const text = `${head}command: [wc]\n`.replace(new RegExp(`^${key}:.*\\n`, "m"), "");
  expect((await told(`${text}${line}\n`)).filter(({ code }) => code !== "unused-parameter")).toEqual([]);
});
