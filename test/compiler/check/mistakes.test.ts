import { expect, it } from "vitest";
import { compiled, compiledTool } from "../../kit/compiled.js";

const head = "name: t\ndescription: d\nkind: read\n";
const path = "schema: { properties: { path: { type: string } }, required: [path] }\npaths: { path: read }\n";
const foreignSchema = "{ type: object, properties: { path: { type: string } } }";

const parameter = "schema: { properties: { path: { type: string } }, required: [path] }\n";
const secret = "secrets: [TOKEN]\n";
const url = "https://example.com";

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
  ["- name: t\n  description: d\n", "not-a-spec", "- name", "with `---` between two"],
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
  [`${head}${parameter}http: { url: "ftp://example.com/{{path}}" }\n`, "bad-url", '"ftp:', "not by 'ftp:'. Use 'https://'"],
  [`${head}${parameter}http: { url: "example.com/{{path}}" }\n`, "bad-url", '"example', "`https://example.com/{{path}}`"],
  [`${head}${parameter}http: { url: "/api/{{path}}" }\n`, "bad-url", '"/api', "doesn't begin with 'https://'"],
  [`${head}command: [ls, ~]\n`, "wrong-type", "~]", "YAML reads a plain `~` as null, and no shell expands it"],
  [`${head}command: [echo, null]\n`, "wrong-type", "null]", 'in quotes: "null"'],
  [`${head}sandbox: true\ncommand: [ls]\n`, "wrong-type", "true", "`sandbox: { write: workspace }`"],
  [`${head}sandbox: false\ncommand: [ls]\n`, "wrong-type", "false", "Leave `sandbox` out"],
  [`${head}command:\n  - wc\n    - -l\n`, "placeholder-program", "wc", "indent every `-` of the list alike"],
  [`${head}command: [wc -l, a]\n`, "placeholder-program", "wc -l", "`command: [wc, -l]`"],
  [`${head}shell: true\ncommand: [ls]\n`, "two-executions", "shell", "is not a switch"],
  [`${head}request: { url: "https://example.com" }\n`, "unknown-key", "request", "Did you mean 'http'?"],
  [`${head}requiresConfirmation: true\ncommand: [ls]\n`, "unknown-key", "requires", "`risk: { requiresConfirmation: true }`"],
  [`${head}impact: Lists it.\ncommand: [ls]\n`, "unknown-key", "impact", '`risk: { impact: "Lists it." }`'],
  [`${head}impactDescription: a\ncommand: [ls]\n`, "unknown-key", "impactD", "`risk: { impact: a }`"],
  [`${head}category: a\ncommand: [ls]\n`, "unknown-key", "category", "`risk: { category: a }`"],
  [`${head}rules: []\ncommand: [ls]\n`, "unknown-key", "rules", "`risk: { rules: … }`"],
  [`${head}display: diff\ncommand: [ls]\n`, "unknown-key", "display", "`output: { display: diff }`"],
  [`${head}format: json\ncommand: [ls]\n`, "unknown-key", "format", "`output: { format: json }`"],
  [`${head}maxLines: 5\ncommand: [ls]\n`, "unknown-key", "maxLines", "`output: { maxLines: 5 }`"],
  [`${head}targets: {}\ncommand: [ls]\n`, "unknown-key", "targets", "a key of toolgen.yaml"],
  [`${head}version: 1\ncommand: [ls]\n`, "unknown-key", "version", "the first line of toolgen.yaml"],
  [`${head}${secret}http: { url: "${url}", headers: { a: "Bearer {{TOKEN}}" } }\n`, "unknown-name", "TOKEN}", "{{@secret.TOKEN}}"],
  [`${head}${secret}http: { url: "${url}", headers: { a: "{{secrets.TOKEN}}" } }\n`, "unknown-name", "secrets.", "{{@secret.TOKEN}}"],
  [`${head}${secret}command: [ls, "{{TOKEN}}"]\n`, "unknown-name", "TOKEN}", "in its environment as TOKEN"],
  [`${head}${secret}http: { url: "${url}", headers: { a: "Bearer $\{TOKEN}" } }\n`, "literal-variable", "${", "Write {{@secret.TOKEN}}"],
  [`${head}http: { url: "${url}", headers: { a: "Bearer $API_KEY" } }\n`, "literal-variable", "$API", "`secrets: [API_KEY]`"],
  [`${head}${secret}stdin: "a $TOKEN"\ncommand: [cat]\n`, "literal-variable", "$TOKEN", "Write {{@secret.TOKEN}}"],
  [`${head}${secret}env: { set: { A: "x $TOKEN" } }\ncommand: [ls]\n`, "literal-variable", "$TOKEN", "Write {{@secret.TOKEN}}"],
  [`${head}env: { set: { A: $HOME/bin } }\ncommand: [ls]\n`, "literal-variable", "$HOME", "{{@workspace}}"],
  [`${head}${secret}http: { url: "${url}" }\n`, "unused-secret", "TOKEN]", "{{@secret.TOKEN}}"],
  [`${head}secrets: { TOKEN: a }\nhttp: { url: "${url}" }\n`, "unused-secret", "TOKEN:", "or remove it"],
  [`${head}shell: "a=(1 2); echo"\n`, "bash-in-sh", "(1", "Not every sh has arrays"],
  [`${head}shell: "[[ -e a ]]"\n`, "bash-in-sh", "[[", "Not every sh has `[[ … ]]`"],
  [`${head}shell: { bash: "git log | sort" }\n`, "hidden-failure", "git", "If git fails, the failure is not reported"],
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
  `${secret}command: [ls]`,
  `${secret}shell: 'curl --header "a: $TOKEN"'`,
  `${secret}handler: ./a.ts#a`,
  `${secret}http: { url: "${url}", headers: { a: "{{@secret.TOKEN}}" } }`,
  `${secret}stdin: echo $TOKEN\ncommand: [sh]`,
  "stdin: cost $AMOUNT\nshell: cat",
  "env: { set: { GIT_SSH_COMMAND: ssh -i $KEY_FILE } }\ncommand: [git, fetch]",
  'http: { url: "https://example.com", headers: { a: "$5, $filter and a$B" } }',
])("accepts a secret that the program gets, and a '$' that means something else: %j", async (text) => {
  const codes = (await told(`${head}${text}\n`)).map(({ code }) => code);
  expect(codes.filter((code) => ["unused-secret", "literal-variable", "unknown-name"].includes(code))).toEqual([]);
});

it.each([
  ["edit", ["write", "create", "Update", "modify"]],
  ["execute", ["run", "exec"]],
  ["read", ["get", "list", "read_only"]],
  ["delete", ["remove"]],
  ["move", ["rename", "mvoe"]],
  ["search", ["query"]],
])("proposes the kind '%s' for words of the same meaning", async (kind, words) => {
  for (const word of words) {
    const found = await told(`name: t\ndescription: d\nkind: ${word}\ncommand: [ls]\n`);
    expect(found).toMatchObject([{ code: "unknown-kind", said: expect.stringContaining(`Did you mean '${kind}'?`) }]);
  }
});

it("says what to write in an empty toolgen.yaml", async () => {
  const { diagnostics } = await compiled({ "toolgen.yaml": "# later\n", "a.yaml": `${head}command: [ls]\n` });
  expect(diagnostics).toMatchObject([{ code: "empty-file", help: expect.stringContaining("Write `version: 1`") }]);
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
