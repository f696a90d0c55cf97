/** A change of one key: what both forms of a document have, and what differs. `files` are other files of the project. */
export interface KeyChange {
  readonly both: object;
  readonly before: object;
  readonly after: object;
  readonly files?: Readonly<Record<string, object | string>>;
}

const plain = { command: ["wc"] };
const withText = { schema: { properties: { a: { type: "string" } } }, command: ["echo", "x{{a}}"] };
const withFile = { schema: { properties: { p: { type: "string" } } }, command: ["cat", "--", "{{p}}"] };
const withLines = {
  schema: { properties: { f: { type: "string" }, start: { type: "integer" }, count: { type: "integer" } } },
  paths: { f: "read" },
  command: ["head", "--lines={{count}}", "x{{start}}", "{{f}}"],
};
const withEdits = {
  schema: {
    properties: {
      edits: { type: "array", items: { type: "object", properties: { old: { type: "string" }, new: { type: "string" } } } },
    },
  },
  stdin: "{{json edits}}",
  command: ["cat"],
};
const shell = { schema: { properties: { c: { type: "string" } } }, code: { c: "bash" }, command: ["bash", "-c", "{{c}}"] };
const url = "https://a.example/x";
const withServers = (entry: object) => ({
  "toolgen.yaml": { version: 1, mcpServers: { s: { command: "node", args: ["s.mjs"] }, ...entry } },
});
const ofServer = { kind: "read", risk: "safe", mcp: { server: "s", tool: "t" } };
const rules = (rule: object) => ({ risk: { level: "dangerous", rules: [{ when: { a: "x" }, level: "moderate", ...rule }] } });
const icon = { src: "https://a.example/i.png" };

const change = (both: object, before: object, after: object, files?: KeyChange["files"]): KeyChange => ({
  both,
  before,
  after,
  ...(files && { files }),
});
const added = (key: string, value: unknown, both: object = plain) => change(both, {}, { [key]: value });
const inside = (key: string, before: object, after: object, both: object = plain) => change(both, { [key]: before }, { [key]: after });

function platformChanges(name: string): Readonly<Record<string, KeyChange>> {
  const platform = (before: object | false, after: object | false, both: object = plain) =>
    change(both, { platforms: { [name]: before } }, { platforms: { [name]: after } });
  const key = `platforms.${name}`;
  return {
    [key]: platform({}, false),
    [`${key}.program`]: platform({}, { program: "cat" }),
    [`${key}.command`]: platform({}, { command: ["cat"] }),
    [`${key}.shell`]: platform({}, { shell: "wc" }, { shell: "cat" }),
    [`${key}.shell.sh`]: platform({ shell: { sh: "wc" } }, { shell: { sh: "cat" } }, { shell: "true" }),
    [`${key}.shell.bash`]: platform({ shell: { bash: "wc" } }, { shell: { bash: "cat" } }, { shell: "true" }),
    [`${key}.env`]: platform({}, { env: ["FOO"] }),
    [`${key}.env.pass`]: platform({ env: { pass: [] } }, { env: { pass: ["FOO"] } }),
    [`${key}.env.set`]: platform({ env: { set: { FOO: "a" } } }, { env: { set: { FOO: "b" } } }),
    [`${key}.requires`]: platform({}, { requires: { wc: ">=1" } }),
    [`${key}.requires.*.range`]: platform({ requires: { wc: { range: ">=1" } } }, { requires: { wc: { range: ">=2" } } }),
    [`${key}.requires.*.args`]: platform({ requires: { wc: { args: ["-V"] } } }, { requires: { wc: { args: ["-v"] } } }),
    [`${key}.requires.*.install`]: platform({ requires: { wc: { install: "a" } } }, { requires: { wc: { install: "b" } } }),
  };
}

/** A change of each key of a tool that models or clients see, or that decides what a call may do. */
export const toolKeyChanges: Readonly<Record<string, KeyChange>> = {
  name: change(plain, { name: "t" }, { name: "u" }),
  displayName: change(plain, { displayName: "T" }, { displayName: "U" }),
  description: change(plain, { description: "d" }, { description: "e" }),
  kind: change(plain, { kind: "edit" }, { kind: "execute" }),
  nameAliases: added("nameAliases", ["x"]),
  toolsets: added("toolsets", ["x"]),
  scopes: added("scopes", ["x"]),
  schema: change(
    { command: ["echo", "x{{a}}"] },
    { schema: withText.schema },
    { schema: { properties: { a: { type: "string", maxLength: 3 } } } },
  ),
  aliases: added("aliases", { a: ["x"] }, withText),
  weakAliases: change(withText, { aliases: { a: ["x"] } }, { weakAliases: { a: ["x"] } }),
  wrap: added("wrap", { edits: ["old", "new"] }, withEdits),
  coerce: added("coerce", { a: "lines" }, withText),
  "coerce.*.count": added("coerce", { start: { count: "count" } }, withLines),
  "coerce.*.end": inside("coerce", { start: { count: "count" } }, { start: { count: "count", end: ["last"] } }, withLines),
  "coerce.*.range": inside("coerce", { start: { count: "count" } }, { start: { count: "count", range: ["lines"] } }, withLines),
  "coerce.*.file": inside("coerce", { start: { count: "count" } }, { start: { count: "count", file: "f" } }, withLines),
  "coerce.*.searchReplace": change(
    { ...withEdits, wrap: { edits: ["old", "new"] } },
    {},
    { coerce: { edits: { searchReplace: ["diff"] } } },
  ),
  ignore: added("ignore", ["why"], withText),
  mutuallyExclusive: change(
    { schema: { properties: { a: { type: "string" }, b: { type: "string" } } }, command: ["echo", "x{{a}}{{b}}"] },
    {},
    { mutuallyExclusive: [["a", "b"]] },
  ),
  elicit: added("elicit", ["a"], { ...withText, schema: { ...withText.schema, required: ["a"] } }),
  "elicit.*.suggest": inside(
    "elicit",
    { a: {} },
    { a: { suggest: "x" } },
    { ...withText, schema: { ...withText.schema, required: ["a"] } },
  ),
  paths: added("paths", { p: "read" }, withFile),
  "paths.*.access": inside("paths", { p: { access: "read" } }, { p: { access: "write" } }, withFile),
  "paths.*.root": change({ ...withFile }, { paths: { p: { access: "read" } } }, { paths: { p: { access: "read", root: "any" } } }),
  "paths.*.type": inside("paths", { p: { access: "read" } }, { p: { access: "read", type: "file" } }, withFile),
  "paths.*.mustExist": inside("paths", { p: { access: "read" } }, { p: { access: "read", mustExist: true } }, withFile),
  code: change({ ...withText, kind: "read", risk: undefined }, { code: { a: "regex" } }, { code: { a: "sql" } }),
  allowLeadingDash: added("allowLeadingDash", ["a"], { ...withText, command: ["echo", "{{a}}"] }),
  risk: change({ ...plain, kind: "edit" }, { risk: "moderate" }, { risk: "dangerous" }),
  "risk.level": change({ ...plain, kind: "edit" }, { risk: { level: "moderate" } }, { risk: { level: "dangerous" } }),
  "risk.requiresConfirmation": inside(
    "risk",
    { level: "moderate" },
    { level: "moderate", requiresConfirmation: true },
    { ...plain, kind: "edit" },
  ),
  "risk.impact": inside("risk", { level: "moderate", impact: "x" }, { level: "moderate", impact: "y" }, { ...plain, kind: "edit" }),
  "risk.category": inside("risk", { level: "dangerous", category: "x" }, { level: "dangerous", category: "y" }),
  "risk.rules": change(withText, { risk: { level: "dangerous" } }, rules({})),
  "risk.rules.when": change(withText, rules({}), rules({ when: { a: "y" } })),
  "risk.rules.level": change(withText, rules({}), rules({ level: "safe" })),
  "risk.rules.requiresConfirmation": change(withText, rules({}), rules({ requiresConfirmation: true })),
  "risk.rules.impact": change(withText, rules({ impact: "x" }), rules({ impact: "y" })),
  annotations: added("annotations", { openWorldHint: false }),
  "annotations.readOnlyHint": inside("annotations", {}, { readOnlyHint: false }),
  "annotations.destructiveHint": inside("annotations", {}, { destructiveHint: false }),
  "annotations.idempotentHint": inside("annotations", {}, { idempotentHint: true }),
  "annotations.openWorldHint": inside("annotations", { openWorldHint: true }, { openWorldHint: false }),
  icons: added("icons", [icon]),
  "icons.src": change(plain, { icons: [icon] }, { icons: [{ src: "https://a.example/j.png" }] }),
  "icons.mimeType": change(plain, { icons: [icon] }, { icons: [{ ...icon, mimeType: "image/png" }] }),
  "icons.sizes": change(plain, { icons: [icon] }, { icons: [{ ...icon, sizes: ["48x48"] }] }),
  "icons.theme": change(plain, { icons: [icon] }, { icons: [{ ...icon, theme: "dark" }] }),
  meta: added("meta", { "a.example/x": 1 }),
  command: change({}, { command: ["wc"] }, { command: ["wc", "-l"] }),
  shell: change({}, { shell: "wc" }, { shell: "wc -l" }),
  "shell.sh": change({}, { shell: { sh: "wc" } }, { shell: { sh: "wc -l" } }),
  "shell.bash": change({}, { shell: { bash: "wc" } }, { shell: { bash: "wc -l" } }),
  handler: change({}, { handler: "./h.ts#f" }, { handler: "./h.ts#g" }),
  warm: added("warm", false, { handler: "./h.ts#f" }),
  http: change({}, { http: { url } }, { http: { url: `${url}/y` } }),
  "http.method": inside("http", { url, method: "GET" }, { url, method: "POST" }, {}),
  "http.url": inside("http", { url }, { url: "https://b.example/x" }, {}),
  "http.query": inside("http", { url }, { url, query: { a: "b" } }, {}),
  "http.headers": inside("http", { url }, { url, headers: { "x-a": "b" } }, {}),
  "http.body": inside("http", { url, method: "POST" }, { url, method: "POST", body: { text: "x" } }, {}),
  "http.body.json": inside("http", { url, method: "POST", body: { json: 1 } }, { url, method: "POST", body: { json: 2 } }, {}),
  "http.body.form": inside(
    "http",
    { url, method: "POST", body: { form: { a: "1" } } },
    { url, method: "POST", body: { form: { a: "2" } } },
    {},
  ),
  "http.body.text": inside("http", { url, method: "POST", body: { text: "1" } }, { url, method: "POST", body: { text: "2" } }, {}),
  "http.allowPrivate": inside("http", { url }, { url, allowPrivate: ["a.example"] }, {}),
  mcp: change({}, ofServer, { ...ofServer, mcp: { server: "s", tool: "u" } }, withServers({})),
  "mcp.server": change(
    {},
    ofServer,
    { ...ofServer, mcp: { server: "r", tool: "t" } },
    withServers({ r: { command: "node", args: ["r.mjs"] } }),
  ),
  "mcp.tool": change({}, ofServer, { ...ofServer, mcp: { server: "s", tool: "u" } }, withServers({})),
  "mcp.arguments": change({}, ofServer, { ...ofServer, mcp: { ...ofServer.mcp, arguments: { a: 1 } } }, withServers({})),
  host: change(
    { name: "bash", schema: { properties: { command: { type: "string" } } } },
    { command: ["echo", "x{{command}}"] },
    { host: "pi" },
  ),
  cwd: change(plain, { cwd: "a" }, { cwd: "b" }),
  stdin: change(plain, { stdin: "a" }, { stdin: "b" }),
  env: added("env", ["FOO"]),
  "env.pass": inside("env", { pass: [] }, { pass: ["FOO"] }),
  "env.set": inside("env", { set: { FOO: "a" } }, { set: { FOO: "b" } }),
  secrets: added("secrets", ["TOKEN"]),
  "secrets.*.description": inside("secrets", { TOKEN: "a" }, { TOKEN: { description: "b" } }),
  "secrets.*.optional": inside("secrets", { TOKEN: { description: "a", optional: true } }, { TOKEN: { description: "a" } }),
  tempFiles: change({ command: ["wc", "{{@temp.x}}"] }, { tempFiles: { x: "a" } }, { tempFiles: { x: "b" } }),
  "tempFiles.*.text": change({ command: ["wc", "{{@temp.x}}"] }, { tempFiles: { x: { text: "a" } } }, { tempFiles: { x: { text: "b" } } }),
  "tempFiles.*.suffix": change(
    { command: ["wc", "{{@temp.x}}"] },
    { tempFiles: { x: { text: "a" } } },
    { tempFiles: { x: { text: "a", suffix: ".txt" } } },
  ),
  timeout: change(plain, { timeout: "10s" }, { timeout: "20s" }),
  background: added("background", true),
  "background.readyWhen": inside("background", { readyWhen: "a" }, { readyWhen: "b" }),
  "background.maxAge": inside("background", { maxAge: "1h" }, { maxAge: "2h" }),
  "background.stopSignal": inside("background", {}, { stopSignal: "SIGINT" }),
  sandbox: added("sandbox", {}),
  "sandbox.write": inside("sandbox", {}, { write: "workspace" }),
  "sandbox.read": inside("sandbox", {}, { read: "any" }),
  "sandbox.network": inside("sandbox", {}, { network: true }),
  platforms: added("platforms", { windows: false }),
  ...platformChanges("linux"),
  ...platformChanges("macos"),
  ...platformChanges("windows"),
  requires: added("requires", { wc: ">=1" }),
  "requires.*.range": inside("requires", { wc: { range: ">=1" } }, { wc: { range: ">=2" } }),
  "requires.*.args": inside("requires", { wc: { args: ["-V"] } }, { wc: { args: ["-v"] } }),
  "requires.*.install": inside("requires", { wc: { install: "a" } }, { wc: { install: "b" } }),
  exitCodes: added("exitCodes", { 1: "nothing was found" }),
  "exitCodes.*.error": inside("exitCodes", { 1: { error: "a" } }, { 1: { error: "b" } }),
  statusCodes: added("statusCodes", { 404: "nothing was found" }, { http: { url } }),
  "statusCodes.*.error": inside("statusCodes", { 404: { error: "a" } }, { 404: { error: "b" } }, { http: { url } }),
  output: change(plain, { output: "text" }, { output: "markdown" }),
  "output.format": inside("output", { format: "text" }, { format: "markdown" }),
  "output.stderr": inside("output", {}, { stderr: "merge" }),
  "output.maxLines": inside("output", {}, { maxLines: 10 }),
  "output.maxBytes": inside("output", {}, { maxBytes: "1kB" }),
  "output.keep": inside("output", {}, { keep: "tail" }),
  "output.file": change({ command: ["wc", "{{@tempDir}}/a"] }, {}, { output: { file: "{{@tempDir}}/a" } }),
  "output.mimeType": inside("output", { format: "image", mimeType: "image/png" }, { format: "image", mimeType: "image/gif" }),
  "output.select": inside("output", { format: "json" }, { format: "json", select: "/a" }),
  "output.schema": inside("output", { format: "json" }, { format: "json", schema: { type: "object" } }),
  "output.display": inside("output", { display: "a" }, { display: "b" }),
  "output.preview": inside("output", { display: "diff" }, { display: "diff", preview: true }, { ...withFile, paths: { p: "readWrite" } }),
  summary: change(plain, { summary: "a" }, { summary: "b" }),
  locations: added("locations", [{ path: "p" }], withFile),
  "locations.path": change(
    { ...withLines, paths: undefined },
    { locations: [{ path: "f" }] },
    { locations: [{ path: "f" }, { path: "f", line: "count" }] },
  ),
  "locations.line": change(withLines, { locations: [{ path: "f" }] }, { locations: [{ path: "f", line: "start" }] }),
  guard: added("guard", "c", shell),
  "guard.param": change(shell, {}, { guard: { param: "c" } }),
  "guard.slow": inside("guard", { param: "c" }, { param: "c", slow: "1m" }, shell),
  "guard.extractors": inside("guard", { param: "c" }, { param: "c", extractors: ["head"] }, shell),
};
