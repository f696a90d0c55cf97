import { expect, it } from "vitest";
import { compareSurfaces, surfaceOfModel } from "../../src/compiler/compare-surfaces.js";
import { type ChangeCode, changeKinds, changeText, type SurfaceChange } from "../../src/contract/surface-change.js";
import { compiled } from "../kit/compiled.js";

type Files = Readonly<Record<string, string>>;

interface Case {
  /** The files of both sides: a tool, its settings or other documents. */
  readonly before: Files;
  readonly after: Files;
  /** The changes from before to after, and from after to before. */
  readonly forward: readonly ChangeCode[];
  readonly back: readonly ChangeCode[];
}

const head = "name: t\ndescription: d\n";
const tool = (rest: string, intro = `${head}kind: read\nrisk: safe\n`): Files => ({ "t.yaml": `${intro}${rest}` });
const wc = "command: [wc]\n";
const withSchema = (properties: string, more = "") =>
  tool(`schema: { type: object, properties: { ${properties} }${more} }\ncommand: [echo, "{{a}}"]\n`);
const withResult = (schema: string) => tool(`output: { format: json, schema: ${schema} }\n${wc}`);
const sandboxed = (rules: string) =>
  tool(`schema: { properties: { p: { type: string } } }\npaths: { p: read }\nsandbox: ${rules}\ncommand: [cat, --, "{{p}}"]\n`);
const path = (rule: string) => ({
  "toolgen.yaml": "version: 1\nroots: { docs: docs }\n",
  ...tool(
    `schema: { properties: { p: { type: string } } }\npaths: { p: ${rule} }\ncommand: [cat, --, "{{p}}"]\n`,
    `${head}kind: edit\nrisk: moderate\n`,
  ),
});
const request = (url: string, more = "") => tool(`http: { method: GET, url: "${url}"${more} }\n`, `${head}kind: fetch\nrisk: safe\n`);
const prompt = (rest: string): Files => ({ ...tool(wc), "p.yaml": `prompt: p\ndescription: d\n${rest}` });
const completed = (complete: string) =>
  `uriTemplate: x://{x}\nschema: { properties: { x: { type: string } }, required: [x] }\ntext: "{{x}}"\n${complete}`;
const resource = (rest: string): Files => ({ ...tool(wc), "r.yaml": `resource: r\ndescription: d\n${rest}` });

const writes = 'schema: { properties: { p: { type: string } } }\npaths: { p: readWrite }\ncommand: [cat, --, "{{p}}"]\n';
const own = "name: bash\ndescription: d\nkind: execute\nhost: pi\nschema: { properties: { command: { type: string } } }\n";

const called = { "toolgen.yaml": "version: 1\nmcpServers: { s: { command: node } }\n", ...tool("mcp: { server: s, tool: find }\n") };
const declaring = (hints: object): Files => {
  const declared = { description: "0", parameters: {}, result: null, hints };
  return { ...called, ".import.json": JSON.stringify({ options: { server: "s" }, tools: { find: { declared } } }) };
};

const cases: Readonly<Record<string, Case>> = {
  "a plan": { before: tool(wc), after: tool(`${wc}plan: [wc, --help]\n`), forward: ["plan-changed"], back: ["plan-removed"] },
  "what a server declares": { before: called, after: declaring({}), forward: ["server-tool-added"], back: ["server-declaration-lost"] },
  "a server's hint": {
    before: declaring({ destructiveHint: false }),
    after: declaring({}),
    forward: ["server-hint-riskier"],
    back: ["server-hint-safer"],
  },
  "a tool": {
    before: tool(wc),
    after: { ...tool(wc), "u.yaml": `name: u\ndescription: d\nkind: read\nrisk: safe\n${wc}` },
    forward: ["tool-added"],
    back: ["tool-removed"],
  },
  "a tool's name, with its alias": {
    before: tool(wc),
    after: { "t.yaml": `name: u\ndisplayName: T\nnameAliases: [t]\ndescription: d\nkind: read\nrisk: safe\n${wc}` },
    forward: ["tool-renamed"],
    back: ["tool-added", "tool-removed"],
  },
  "another name of a tool": {
    before: tool(wc),
    after: tool(`nameAliases: [x]\n${wc}`),
    forward: ["tool-name-added"],
    back: ["tool-name-removed"],
  },
  "a target": {
    before: { ...tool(wc), "toolgen.yaml": "version: 1\ntargets: { mcp: { exclude: [t] } }\n" },
    after: tool(wc),
    forward: ["target-added"],
    back: ["target-removed"],
  },
  "a toolset": { before: tool(wc), after: tool(`toolsets: [x]\n${wc}`), forward: ["toolset-added"], back: ["toolset-removed"] },
  "a scope": { before: tool(wc), after: tool(`scopes: ["x:y"]\n${wc}`), forward: ["scope-added"], back: ["scope-removed"] },
  "an optional parameter": {
    before: withSchema("a: { type: string }"),
    after: withSchema("a: { type: string }, b: { type: string }"),
    forward: ["parameter-added"],
    back: ["parameter-removed"],
  },
  "a required parameter": {
    before: withSchema("a: { type: string }"),
    after: withSchema("a: { type: string }, b: { type: string }", ", required: [b]"),
    forward: ["required-parameter-added"],
    back: ["parameter-removed"],
  },
  "the necessity of a parameter": {
    before: withSchema("a: { type: string }"),
    after: withSchema("a: { type: string }", ", required: [a]"),
    forward: ["parameter-required"],
    back: ["parameter-optional"],
  },
  "a parameter's name, with its alias": {
    before: tool(`schema: { properties: { a: { type: string, maxLength: 9 } } }\ncommand: [echo, "{{a}}"]\n`),
    after: tool(`schema: { properties: { b: { type: string, maxLength: 9 } } }\naliases: { b: [a] }\ncommand: [echo, "{{b}}"]\n`),
    forward: ["parameter-renamed"],
    back: ["parameter-removed", "parameter-added"],
  },
  "the values of an enum": {
    before: withSchema("a: { enum: [x, y] }"),
    after: withSchema("a: { enum: [x, y, z] }"),
    forward: ["values-widened"],
    back: ["values-narrowed"],
  },
  "a limit": {
    before: withSchema("a: { type: integer, maximum: 5 }"),
    after: withSchema("a: { type: integer, maximum: 9 }"),
    forward: ["values-widened"],
    back: ["values-narrowed"],
  },
  "a pattern, which can't be compared": {
    before: withSchema("a: { type: string, pattern: x }"),
    after: withSchema("a: { type: string, pattern: y }"),
    forward: ["values-narrowed"],
    back: ["values-narrowed"],
  },
  "a default": {
    before: withSchema("a: { type: string, default: x }"),
    after: withSchema("a: { type: string, default: y }"),
    forward: ["default-changed"],
    back: ["default-changed"],
  },
  "a key that is dropped": {
    before: withSchema("a: { type: string }"),
    after: tool(`schema: { properties: { a: { type: string } } }\nignore: [why]\ncommand: [echo, "{{a}}"]\n`),
    forward: ["repair-added"],
    back: ["repair-removed"],
  },
  "a value that is dropped": {
    before: tool(`schema: { properties: { a: { type: string } } }\nignore: [{ all: [false, null] }]\ncommand: [echo, "{{a}}"]\n`),
    after: tool(`schema: { properties: { a: { type: string } } }\nignore: [{ all: [false, true] }]\ncommand: [echo, "{{a}}"]\n`),
    forward: ["repair-removed", "repair-added"],
    back: ["repair-removed", "repair-added"],
  },
  "a shape of values that is converted": {
    before: withSchema("a: { type: string }"),
    after: tool(`schema: { properties: { a: { type: string } } }\ncoerce: { a: lines }\ncommand: [echo, "{{a}}"]\n`),
    forward: ["repair-added"],
    back: ["repair-removed"],
  },
  "a hint that clients trust": {
    before: tool(wc, `${head}kind: edit\nrisk: moderate\n`),
    after: tool(`annotations: { destructiveHint: false }\n${wc}`, `${head}kind: edit\nrisk: moderate\n`),
    forward: ["hint-relaxed"],
    back: ["hint-tightened"],
  },
  "a hint that warns": {
    before: tool(wc),
    after: tool(`annotations: { openWorldHint: true }\n${wc}`),
    forward: ["hint-tightened"],
    back: ["hint-relaxed"],
  },
  "the description of a parameter": {
    before: withSchema("a: { type: string, description: x }"),
    after: withSchema("a: { type: string, description: y }"),
    forward: ["parameter-described"],
    back: ["parameter-described"],
  },
  "an alias": {
    before: withSchema("a: { type: string }"),
    after: { "t.yaml": `${withSchema("a: { type: string }")["t.yaml"] ?? ""}aliases: { a: [x] }\n` },
    forward: ["alias-added"],
    back: ["alias-removed"],
  },
  "an exclusion": {
    before: withSchema("a: { type: string }, b: { type: string }"),
    after: { "t.yaml": `${withSchema("a: { type: string }, b: { type: string }")["t.yaml"] ?? ""}mutuallyExclusive: [[a, b]]\n` },
    forward: ["exclusion-added", "description-changed"],
    back: ["exclusion-removed", "description-changed"],
  },
  "a structured result": {
    before: tool(`output: json\n${wc}`),
    after: withResult("{ type: object, properties: { x: { type: string } } }"),
    forward: ["result-added"],
    back: ["result-removed"],
  },
  "a property of the result": {
    before: withResult("{ type: object, properties: { x: { type: string } } }"),
    after: withResult("{ type: object, properties: { x: { type: string }, y: { type: string } } }"),
    forward: ["result-property-added"],
    back: ["result-property-removed"],
  },
  "the certainty of a property of the result": {
    before: withResult("{ type: object, properties: { x: { type: string } }, required: [x] }"),
    after: withResult("{ type: object, properties: { x: { type: string } } }"),
    forward: ["result-property-optional"],
    back: ["result-changed"],
  },
  "the values of the result": {
    before: withResult("{ type: object, properties: { x: { enum: [a] } } }"),
    after: withResult("{ type: object, properties: { x: { enum: [a, b] } } }"),
    forward: ["result-widened"],
    back: ["result-changed"],
  },
  "the level of risk": {
    before: tool(wc),
    after: tool(`risk: { level: moderate, requiresConfirmation: false }\n${wc}`, `${head}kind: read\n`),
    forward: ["level-raised"],
    back: ["level-lowered"],
  },
  "the confirmation": {
    before: tool(`risk: { level: moderate, requiresConfirmation: false }\n${wc}`, `${head}kind: read\n`),
    after: tool(`risk: { level: moderate, requiresConfirmation: true }\n${wc}`, `${head}kind: read\n`),
    forward: ["confirmation-added", "unattended-refused"],
    back: ["confirmation-removed", "unattended-allowed"],
  },
  "the rules of risk": {
    before: tool(
      `schema: { properties: { a: { type: boolean } } }\nrisk: { level: moderate, rules: [{ when: { a: true }, level: safe }] }\ncommand: [echo, "{{#if a}}x{{/if}}"]\n`,
      `${head}kind: read\n`,
    ),
    after: tool(
      `schema: { properties: { a: { type: boolean } } }\nrisk: { level: moderate, rules: [{ when: { a: false }, level: safe }] }\ncommand: [echo, "{{#if a}}x{{/if}}"]\n`,
      `${head}kind: read\n`,
    ),
    forward: ["risk-rules-changed"],
    back: ["risk-rules-changed"],
  },
  "the kind": {
    before: tool(wc),
    after: tool(wc, `${head}kind: execute\nrisk: safe\n`),
    forward: ["kind-riskier"],
    back: ["kind-changed"],
  },
  "the right to write": { before: path("read"), after: path("write"), forward: ["write-added"], back: ["read-added"] },
  "a readable path": {
    before: tool(`schema: { properties: { p: { type: string } } }\ncommand: [echo, "{{p}}"]\n`),
    after: tool(`schema: { properties: { p: { type: string } } }\npaths: { p: read }\ncommand: [echo, "{{p}}"]\n`),
    forward: ["read-added"],
    back: ["access-removed"],
  },
  "the root of a path": {
    before: path("{ access: write, root: docs }"),
    after: path("{ access: write, root: any }"),
    forward: ["root-widened"],
    back: ["root-narrowed"],
  },
  "a host": {
    before: request("https://a.example/x"),
    after: request("https://b.example/x"),
    forward: ["access-removed", "request-added"],
    back: ["access-removed", "request-added"],
  },
  "a private host": {
    before: request("https://a.example/x"),
    after: request("https://a.example/x", ", allowPrivate: [a.example]"),
    forward: ["private-host-added"],
    back: ["access-removed"],
  },
  "a program": {
    before: tool(wc),
    after: tool("command: [cat]\n"),
    forward: ["access-removed", "program-added"],
    back: ["access-removed", "program-added"],
  },
  "a variable": { before: tool(wc), after: tool(`env: { pass: [FOO] }\n${wc}`), forward: ["variable-added"], back: ["access-removed"] },
  "a sandbox": {
    before: sandboxed("{ write: none }"),
    after: tool(`schema: { properties: { p: { type: string } } }\npaths: { p: read }\ncommand: [cat, --, "{{p}}"]\n`),
    forward: ["sandbox-removed"],
    back: ["sandbox-added"],
  },
  "the network of a sandbox": {
    before: sandboxed("{ write: none, network: false }"),
    after: sandboxed("{ write: none, network: true }"),
    forward: ["sandbox-widened"],
    back: ["sandbox-narrowed"],
  },
  "the description": {
    before: tool(wc),
    after: tool(wc, "name: t\ndescription: other\nkind: read\nrisk: safe\n"),
    forward: ["description-changed"],
    back: ["description-changed"],
  },
  "the title": { before: tool(wc), after: tool(`displayName: Other\n${wc}`), forward: ["title-changed"], back: ["title-changed"] },
  "a prompt": { before: tool(wc), after: prompt("text: hello\n"), forward: ["prompt-added"], back: ["prompt-removed"] },
  "an argument of a prompt": {
    before: prompt("text: hello\n"),
    after: prompt('schema: { properties: { a: { type: string } }, required: [a] }\ntext: "hello {{a}}"\n'),
    forward: ["required-parameter-added", "content-changed"],
    back: ["parameter-removed", "content-changed"],
  },
  "a resource": { before: tool(wc), after: resource("uri: x://a\ntext: hello\n"), forward: ["resource-added"], back: ["resource-removed"] },
  "the address of a resource": {
    before: resource("uri: x://a\ntext: hello\n"),
    after: resource("uri: x://b\ntext: hello\n"),
    forward: ["uri-changed"],
    back: ["uri-changed"],
  },
  "the scopes of a prompt": {
    before: prompt("text: hello\n"),
    after: prompt("text: hello\nscopes: [x]\n"),
    forward: ["scope-added"],
    back: ["scope-removed"],
  },
  "the content of a resource": {
    before: resource("uri: x://a\ntext: hello\n"),
    after: resource("uri: x://a\ncommand: [wc]\n"),
    forward: ["program-added", "content-changed"],
    back: ["access-removed", "content-changed"],
  },
  "the values of a result, which can't be compared": {
    before: withResult("{ type: object, properties: { x: { type: string, pattern: ^a } } }"),
    after: withResult("{ type: object, properties: { x: { type: string, pattern: ^b } } }"),
    forward: ["result-widened"],
    back: ["result-widened"],
  },
  "the command that completes a variable of a resource": {
    before: resource(completed("")),
    after: resource(completed("complete: { x: { command: [ls] } }\n")),
    forward: ["completion-added"],
    back: ["completion-removed"],
  },
  "the program that completes a variable": {
    before: resource(completed("complete: { x: { command: [ls] } }\n")),
    after: resource(completed("complete: { x: { command: [find, .], secrets: [TOKEN] } }\n")),
    forward: ["access-removed", "program-added", "variable-added"],
    back: ["access-removed", "program-added", "access-removed"],
  },
  "a limit of a call": {
    before: tool(`timeout: 10s\n${wc}`),
    after: tool(`timeout: 20s\n${wc}`),
    forward: ["limit-raised"],
    back: ["limit-lowered"],
  },
  "a parameter that users are asked for": {
    before: withSchema("a: { type: string }", ", required: [a]"),
    after: { "t.yaml": `${withSchema("a: { type: string }", ", required: [a]")["t.yaml"] ?? ""}elicit: [a]\n` },
    forward: ["elicitation-added"],
    back: ["elicitation-removed"],
  },
  "the form of a result": {
    before: tool(`output: text\n${wc}`),
    after: tool(`output: json\n${wc}`),
    forward: ["result-form-changed"],
    back: ["result-form-changed"],
  },
  "the meaning of an exit code": {
    before: tool(wc),
    after: tool(`exitCodes: { 1: nothing was found }\n${wc}`),
    forward: ["outcome-accepted"],
    back: ["outcome-refused"],
  },
  "the advice of an exit code that fails anyway": {
    before: tool(wc),
    after: tool(`exitCodes: { 1: { error: look again } }\n${wc}`),
    forward: ["setting-changed"],
    back: ["setting-changed"],
  },
  "the type that a path must have": {
    before: path("{ access: write }"),
    after: path("{ access: write, type: file, mustExist: true }"),
    forward: ["values-narrowed", "values-narrowed"],
    back: ["values-widened", "values-widened"],
  },
  "a value that its author calls data": {
    before: tool(`schema: { properties: { a: { type: string } } }\ncommand: [acme, "{{a}}"]\n`, `${head}kind: execute\n`),
    after: tool(`schema: { properties: { a: { type: string } } }\ndata: [a]\ncommand: [acme, "{{a}}"]\n`, `${head}kind: execute\n`),
    forward: ["data-claimed", "unattended-allowed"],
    back: ["data-unclaimed", "unattended-refused"],
  },
  "a value that may be an option": {
    before: tool(`schema: { properties: { a: { type: string } } }\ncommand: [echo, "{{a}}"]\n`, `${head}kind: execute\nrisk: dangerous\n`),
    after: tool(
      `schema: { properties: { a: { type: string } } }\nallowLeadingDash: [a]\ncommand: [echo, "{{a}}"]\n`,
      `${head}kind: execute\nrisk: dangerous\n`,
    ),
    forward: ["dash-allowed"],
    back: ["dash-refused"],
  },
  "the need of a secret": {
    before: tool(`secrets: { TOKEN: { description: d, optional: true } }\n${wc}`),
    after: tool(`secrets: { TOKEN: d }\n${wc}`),
    forward: ["variable-required"],
    back: ["setting-changed"],
  },
  "a secret": {
    before: tool(wc),
    after: tool(`secrets: { TOKEN: d }\n${wc}`),
    forward: ["variable-added", "variable-required"],
    back: ["access-removed"],
  },
  "a platform": {
    before: tool(`platforms: { windows: false }\n${wc}`),
    after: tool(wc),
    forward: ["platform-added"],
    back: ["platform-removed"],
  },
  "a preview": {
    before: tool(`${writes}output: { display: diff }\n`, `${head}kind: edit\nrisk: moderate\n`),
    after: tool(`${writes}output: { display: diff, preview: true }\n`, `${head}kind: edit\nrisk: moderate\n`),
    forward: ["preview-added"],
    back: ["setting-changed"],
  },
  "the denial of every call": {
    before: { ...tool(wc, `${head}kind: edit\nrisk: moderate\n`), "toolgen.yaml": "version: 1\nrisk: { t: { decision: deny } }\n" },
    after: tool(wc, `${head}kind: edit\nrisk: moderate\n`),
    forward: ["calls-allowed", "risk-settings-changed"],
    back: ["calls-denied", "risk-settings-changed"],
  },
  "what the project asks about": {
    before: { ...tool(wc), "toolgen.yaml": "version: 1\nconfirm: { safe: ask }\n" },
    after: tool(wc),
    forward: ["confirmation-removed", "risk-settings-changed"],
    back: ["confirmation-added", "setting-changed"],
  },
  "the log of calls": {
    before: { ...tool(wc), "toolgen.yaml": "version: 1\naudit: true\n" },
    after: tool(wc),
    forward: ["audit-removed"],
    back: ["setting-changed"],
  },
  "the folder of a root": {
    before: { ...tool(wc), "toolgen.yaml": "version: 1\nroots: { docs: docs }\n" },
    after: { ...tool(wc), "toolgen.yaml": "version: 1\nroots: { docs: . }\n" },
    forward: ["root-moved"],
    back: ["root-moved"],
  },
  "what the project says of a program": {
    before: tool(wc),
    after: { ...tool(wc), "toolgen.yaml": "version: 1\nprograms: { acme orders: { data: [--status] } }\n" },
    forward: ["program-described"],
    back: ["program-undescribed"],
  },
  "the name of the server": {
    before: tool(wc),
    after: { ...tool(wc), "toolgen.yaml": "version: 1\nserver: other\n" },
    forward: ["client-name-changed"],
    back: ["client-name-changed"],
  },
  "an output of a target": {
    before: { ...tool(wc), "toolgen.yaml": "version: 1\ntargets: { gemini: { classes: true } }\n" },
    after: { ...tool(wc), "toolgen.yaml": "version: 1\ntargets: { gemini: {} }\n" },
    forward: ["output-removed"],
    back: ["setting-changed"],
  },
  "the text of a prompt": {
    before: prompt("text: hello\n"),
    after: prompt("text: goodbye\n"),
    forward: ["content-changed"],
    back: ["content-changed"],
  },
  "a client's own tool": {
    before: { ...tool(wc), "own.yaml": `${own}aliases: { command: [cmd] }\n` },
    after: { ...tool(wc), "own.yaml": own },
    forward: ["alias-removed"],
    back: ["alias-added"],
  },
  "the type of a resource": {
    before: resource("uri: x://a\ntext: hello\n"),
    after: resource("uri: x://a\nmimeType: text/html\ntext: hello\n"),
    forward: ["type-changed"],
    back: ["type-changed"],
  },
};

async function surfaceOf(files: Files) {
  const { model, diagnostics } = await compiled(files, []);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return surfaceOfModel(model);
}

/** Most changes of a tool also change its command. */
const codesOf = (changes: readonly SurfaceChange[]) => changes.map(({ code }) => code).filter((code) => code !== "execution-changed");

it.each(Object.entries(cases))("reports a change of %s, both ways", async (_, { before, after, forward, back }) => {
  const [old, now] = [await surfaceOf(before), await surfaceOf(after)];
  const changes = compareSurfaces(old, now);
  expect(codesOf(changes)).toEqual(forward);
  expect(codesOf(compareSurfaces(now, old))).toEqual(back);
  for (const change of changes) expect(changeText(change)).not.toMatch(/\{|undefined|\[object/);
  expect(compareSurfaces(now, now)).toEqual([]);
});

it("says which of several completions changed, and how", async () => {
  const two = (x: string, y: string) =>
    surfaceOf(
      prompt(
        `schema: { properties: { x: { type: string }, y: { type: string } } }\ntext: "{{x}} {{y}}"\n` +
          `complete: { x: { command: ${x} }, y: { command: ${y} } }\n`,
      ),
    );
  const changes = compareSurfaces(await two("[ls]", "[ls, -a]"), await two("[find, .]", '[ls, "{{y}}"], paths: { y: read }'));
  expect(changes.map((change) => [change.at, changeText(change)])).toEqual([
    ["complete.x", "The command in 'complete.x' no longer has access to ls."],
    ["complete.x", "The command in 'complete.x' starts 'find'."],
    ["complete.x", "The command in 'complete.x' changed."],
    ["complete.y.paths.y", "The command may read the path in 'complete.y.paths.y'."],
    ["complete.y", "The command in 'complete.y' changed."],
  ]);
});

it("reports a record of an import that can't be read", async () => {
  const { ".import.json": record = "" } = declaring({});
  const undeclared = "it doesn't say what a server declares of 'find'";
  for (const [text, reason] of [
    [`<<<<<<< ours\n${record}\n=======\n${record}\n>>>>>>> theirs\n`, "it contains merge conflicts"],
    [record.slice(0, -1), "it is not a JSON object"],
    ["[]", "it is not a JSON object"],
    ["{}", "it has no map 'tools'"],
    [record.replace('"parameters"', '"other"'), undeclared],
    [record.replace('"server"', '"other"'), undeclared],
  ] as const) {
    const { diagnostics } = await compiled({ ...called, ".import.json": text }, []);
    const message = `Can't read 'tools.d/.import.json': ${reason}.`;
    expect(diagnostics.filter(({ severity }) => severity === "error")).toMatchObject([{ code: "unreadable-record", message }]);
  }
  const other = JSON.stringify({ version: 1, options: {}, tools: { "GET /": { name: "t", file: "t.yaml", spec: {} } } });
  expect((await surfaceOf({ ...called, ".import.json": other })).upstreams).toBeUndefined();
});

it("has a case for every kind of change", () => {
  // The last one is seen when a server is asked: test/agent/mcp/held-declarations.test.ts.
  const others = ["execution-changed", "server-tool-removed"];
  const shown = new Set<string>([...Object.values(cases).flatMap(({ forward, back }) => [...forward, ...back]), ...others]);
  expect(Object.keys(changeKinds).filter((code) => !shown.has(code))).toEqual([]);
});

it("compares a renamed parameter with its former schema", async () => {
  const before = await surfaceOf(withSchema("a: { type: integer, maximum: 9 }"));
  const after = await surfaceOf(
    tool('schema: { properties: { b: { type: integer, maximum: 5 } } }\naliases: { b: [a] }\ncommand: [echo, "{{b}}"]\n'),
  );
  expect(compareSurfaces(before, after).map(changeText)).toEqual([
    "The parameter 'a' is named 'b', and its old name still works.",
    "'b' accepts fewer values (maximum: 9 → 5).",
    "What a call executes changed: its command, script, request or handler.",
  ]);
});

it("compares the paths, rules and exclusions of a renamed parameter by its new name", async () => {
  const withParameter = (name: string, aliases: string) =>
    tool(
      `schema: { properties: { ${name}: { type: string }, x: { type: string } } }\n${aliases}paths: { ${name}: write }\nmutuallyExclusive: [[${name}, x]]\n` +
        `risk: { level: dangerous, rules: [{ when: { ${name}: [tmp] }, level: moderate }] }\ncommand: [grep, -e, "{{${name}}}", -e, "{{x}}"]\n`,
      `${head}kind: edit\n`,
    );
  const before = await surfaceOf(withParameter("a", ""));
  const after = await surfaceOf(withParameter("b", "aliases: { b: [a] }\n"));
  expect(codesOf(compareSurfaces(before, after))).toEqual(["parameter-renamed", "description-changed"]);
});

it("lists a changed command, script or handler, because a spec doesn't say what these do", async () => {
  const git = (rest: string) => surfaceOf(tool(`command: [git, ${rest}]\n`));
  expect(compareSurfaces(await git("status"), await git("diff")).map(({ code }) => code)).toEqual(["execution-changed"]);
});

it("takes a new name for one of the tools and parameters that became its aliases, and the others for gone", async () => {
  const named = (name: string, more = "") =>
    `name: ${name}\ndisplayName: X\ndescription: d\nkind: read\nrisk: safe\n${more}command: [wc]\n`;
  const two = await surfaceOf({ "a.yaml": named("a"), "b.yaml": named("b") });
  const one = await surfaceOf({ "c.yaml": named("c", "nameAliases: [a, b]\n") });
  expect(codesOf(compareSurfaces(two, one))).toEqual(["tool-renamed", "tool-removed", "tool-name-added"]);
  const parameters = await surfaceOf(
    tool('schema: { properties: { a: { type: string }, b: { type: string } } }\ncommand: [echo, "{{a}}", "{{b}}"]\n'),
  );
  const merged = await surfaceOf(
    tool('schema: { properties: { c: { type: string } } }\naliases: { c: [a, b] }\ncommand: [echo, "{{c}}"]\n'),
  );
  expect(codesOf(compareSurfaces(parameters, merged))).toEqual(["parameter-renamed", "parameter-removed", "alias-added"]);
});

it("compares names that objects have from birth as any others", async () => {
  const old = await surfaceOf(
    tool('schema: { properties: { old: { type: string } } }\npaths: { old: read }\ncommand: [echo, "{{old}}"]\n'),
  );
  const odd = await surfaceOf(
    tool('schema: { properties: { constructor: { type: string } } }\npaths: { constructor: read }\ncommand: [echo, "{{constructor}}"]\n'),
  );
  expect(codesOf(compareSurfaces(old, odd))).toEqual(["parameter-removed", "parameter-added", "access-removed", "read-added"]);
});

it("compares repairs and hints only with a lock that says them", async () => {
  const files = tool(`annotations: { openWorldHint: true }\nignore: [why]\n${wc}`);
  const now = await surfaceOf(files);
  const older = Object.fromEntries(Object.entries(now.tools).map(([name, { repairs: _, hints: __, ...rest }]) => [name, rest]));
  expect(compareSurfaces({ ...now, tools: older }, now)).toEqual([]);
});

it("compares the repairs of a renamed parameter by its new name", async () => {
  const repaired = (name: string, more = "") =>
    surfaceOf(
      tool(`schema: { properties: { ${name}: { type: string } } }\n${more}coerce: { ${name}: lines }\ncommand: [echo, "{{${name}}}"]\n`),
    );
  const changes = compareSurfaces(await repaired("a"), await repaired("b", "aliases: { b: [a] }\n"));
  expect(codesOf(changes)).toEqual(["parameter-renamed"]);
});

it("doesn't count a catalogue for people among the targets, because no model sees it", async () => {
  const [without, has] = await Promise.all(
    ["{}", "{ docs: {} }"].map(async (targets) => {
      const { model } = await compiled({ "toolgen.yaml": `version: 1\ntargets: ${targets}\n`, ...tool(wc) }, []);
      expect(model.project.targets.docs.isBuilt).toBe(targets !== "{}");
      return surfaceOfModel(model);
    }),
  );
  expect(has).toEqual(without);
});
