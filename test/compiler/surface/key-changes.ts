/**
 * A change of one key: what both forms of a document have, and what differs. `files` are other files of the project.
 */
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
/** A request with a body, or with one part. */
const sending = (body: object) => ({ url, method: "POST", body });
const part = (value: object) => sending({ multipart: { a: value } });
const upload = { schema: withFile.schema, paths: { p: "read" } };
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
  data: added("data", ["a"], { ...withText, command: ["acme", "{{a}}"] }),
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
  "http.body.file": inside("http", sending({ file: "{{p}}" }), sending({ text: "1" }), upload),
  "http.body.multipart": inside("http", sending({ multipart: { a: "1" } }), sending({ multipart: { a: "2" } }), {}),
  "http.body.multipart.*.text": inside("http", part({ text: "1" }), part({ text: "2" }), {}),
  "http.body.multipart.*.file": inside("http", part({ file: "{{p}}" }), part({ text: "2" }), upload),
  "http.body.multipart.*.type": inside("http", part({ text: "1" }), part({ text: "1", type: "text/csv" }), {}),
  "http.cookies": inside("http", { url }, { url, cookies: { a: "b" } }, {}),
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
  plan: added("plan", ["wc", "--help"]),
  "plan.command": inside("plan", { command: ["wc", "--help"] }, { command: ["wc", "--version"] }),
  "plan.shell": inside("plan", { shell: "wc --help" }, { shell: "wc --version" }),
  "plan.shell.sh": inside("plan", { shell: { sh: "wc --help" } }, { shell: { sh: "wc --version" } }),
  "plan.shell.bash": inside("plan", { shell: { bash: "wc --help" } }, { shell: { bash: "wc --version" } }),
  "plan.exitCodes": inside("plan", { command: ["wc"] }, { command: ["wc"], exitCodes: { 1: "Differs." } }),
  "plan.timeout": inside("plan", { command: ["wc"] }, { command: ["wc"], timeout: "5s" }),
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
  "output.headers": inside("output", { format: "json" }, { format: "json", headers: ["Link"] }, { http: { url } }),
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

/** Keys that MCP clients are shown of any document. */
const listed = (both: object): Readonly<Record<string, KeyChange>> => ({
  displayName: change(both, {}, { displayName: "Other" }),
  description: change(both, { description: "d" }, { description: "e" }),
  icons: change(both, {}, { icons: [icon] }),
  "icons.src": change(both, { icons: [icon] }, { icons: [{ src: "https://a.example/j.png" }] }),
  "icons.mimeType": change(both, { icons: [icon] }, { icons: [{ ...icon, mimeType: "image/png" }] }),
  "icons.sizes": change(both, { icons: [icon] }, { icons: [{ ...icon, sizes: ["48x48"] }] }),
  "icons.theme": change(both, { icons: [icon] }, { icons: [{ ...icon, theme: "dark" }] }),
  meta: change(both, {}, { meta: { "a.example/x": 1 } }),
  scopes: change(both, {}, { scopes: ["x"] }),
});

/** Keys of the command that completes the parameter `x`. */
function completed(both: object): Readonly<Record<string, KeyChange>> {
  const command = (more: object) => ({ complete: { x: { command: ["ls"], ...more } } });
  const one = (before: object, after: object) => change(both, command(before), command(after));
  return {
    complete: change(both, {}, command({})),
    "complete.*.command": one({}, { command: ["ls", "-a"] }),
    "complete.*.shell": change(both, { complete: { x: { shell: "ls" } } }, { complete: { x: { shell: "ls -a" } } }),
    "complete.*.shell.sh": change(both, { complete: { x: { shell: { sh: "ls" } } } }, { complete: { x: { shell: { sh: "ls -a" } } } }),
    "complete.*.shell.bash": change(
      both,
      { complete: { x: { shell: { bash: "ls" } } } },
      { complete: { x: { shell: { bash: "ls -a" } } } },
    ),
    "complete.*.paths": one({ command: ["grep", "-e", "{{x}}"] }, { command: ["grep", "-e", "{{x}}"], paths: { x: "read" } }),
    "complete.*.paths.*.access": one(
      { command: ["grep", "-e", "{{x}}"] },
      { command: ["grep", "-e", "{{x}}"], paths: { x: { access: "read" } } },
    ),
    "complete.*.paths.*.root": one(
      { command: ["grep", "-e", "{{x}}"], paths: { x: { access: "read" } } },
      { command: ["grep", "-e", "{{x}}"], paths: { x: { access: "read", root: "any" } } },
    ),
    "complete.*.paths.*.type": one(
      { command: ["grep", "-e", "{{x}}"], paths: { x: { access: "read" } } },
      { command: ["grep", "-e", "{{x}}"], paths: { x: { access: "read", type: "file" } } },
    ),
    "complete.*.paths.*.mustExist": one(
      { command: ["grep", "-e", "{{x}}"], paths: { x: { access: "read" } } },
      { command: ["grep", "-e", "{{x}}"], paths: { x: { access: "read", mustExist: true } } },
    ),
    "complete.*.cwd": one({}, { cwd: "a" }),
    "complete.*.env": one({}, { env: ["FOO"] }),
    "complete.*.env.pass": one({}, { env: { pass: ["FOO"] } }),
    "complete.*.env.set": one({}, { env: { set: { FOO: "a" } } }),
    "complete.*.secrets": one({}, { secrets: ["TOKEN"] }),
    "complete.*.secrets.*.description": one({ secrets: { TOKEN: "a" } }, { secrets: { TOKEN: { description: "b" } } }),
    "complete.*.secrets.*.optional": one({ secrets: { TOKEN: "a" } }, { secrets: { TOKEN: { description: "a", optional: true } } }),
    "complete.*.timeout": one({ timeout: "2s" }, { timeout: "3s" }),
    "complete.*.sandbox": one({}, { sandbox: {} }),
    "complete.*.sandbox.write": one({ sandbox: {} }, { sandbox: { write: "workspace" } }),
    "complete.*.sandbox.read": one({ sandbox: {} }, { sandbox: { read: "any" } }),
    "complete.*.sandbox.network": one({ sandbox: {} }, { sandbox: { network: true } }),
    "complete.*.requires": one({}, { requires: { ls: ">=1" } }),
    "complete.*.requires.*.range": one({ requires: { ls: { range: ">=1" } } }, { requires: { ls: { range: ">=2" } } }),
    "complete.*.requires.*.args": one({ requires: { ls: { args: ["-V"] } } }, { requires: { ls: { args: ["-v"] } } }),
    "complete.*.requires.*.install": one({ requires: { ls: { install: "a" } } }, { requires: { ls: { install: "b" } } }),
  };
}

const said = { text: "hello" };
const withArgument = { schema: { properties: { x: { type: "string" } } }, text: "hello {{x}}" };
const needed = { ...withArgument, schema: { ...withArgument.schema, required: ["x"] } };
const message = (before: object, after: object, files?: KeyChange["files"]) =>
  change({}, { messages: [{ text: "a" }, before] }, { messages: [{ text: "a" }, after] }, files);
const media = { "i.gif": "GIF89a", "i.wav": "RIFF----WAVE" };
const readme = { "r.yaml": { resource: "r", description: "d", uri: "x://r", text: "hello" } };

/** A change of each key of a prompt. */
export const promptKeyChanges: Readonly<Record<string, KeyChange>> = {
  prompt: change(said, { prompt: "p" }, { prompt: "q" }),
  ...listed(said),
  schema: change(
    { text: "hello {{x}}" },
    { schema: withArgument.schema },
    { schema: { properties: { x: { type: "string", maxLength: 3 } } } },
  ),
  elicit: change(needed, {}, { elicit: ["x"] }),
  "elicit.*.suggest": change(needed, { elicit: { x: {} } }, { elicit: { x: { suggest: "a" } } }),
  text: change({}, { text: "a" }, { text: "b" }),
  messages: change({}, { messages: [{ text: "a" }] }, { messages: [{ text: "b" }] }),
  "messages.role": message({ text: "b" }, { text: "b", role: "assistant" }),
  "messages.text": message({ text: "b" }, { text: "c" }),
  "messages.image": message({ text: "b" }, { image: "tools.d/i.gif" }, media),
  "messages.audio": message({ text: "b" }, { audio: "tools.d/i.wav" }, media),
  "messages.mimeType": message({ image: "tools.d/i.gif" }, { image: "tools.d/i.gif", mimeType: "image/x-gif" }, media),
  "messages.resource": message({ text: "b" }, { resource: "x://r" }, readme),
  ...completed(withArgument),
};

const fixed = { uri: "x://a" };
const variable = { uriTemplate: "x://{x}", schema: { properties: { x: { type: "string" } }, required: ["x"] } };

/** A change of each key that only a resource has, or that means something else in one. */
export const resourceKeyChanges: Readonly<Record<string, KeyChange>> = {
  resource: change({ ...fixed, ...said }, { resource: "r" }, { resource: "s" }),
  uri: change(said, { uri: "x://a" }, { uri: "x://b" }),
  uriTemplate: change({ schema: variable.schema, text: "{{x}}" }, { uriTemplate: "x://a/{x}" }, { uriTemplate: "x://b/{x}" }),
  ...listed({ ...fixed, ...said }),
  "http.method": change(fixed, { http: { url: "https://a.example/x" } }, { http: { url: "https://a.example/x", method: "HEAD" } }),
  mimeType: change({ ...fixed, ...said }, {}, { mimeType: "text/html" }),
  schema: change(
    { uriTemplate: "x://{x}", text: "{{x}}" },
    { schema: variable.schema },
    { schema: { properties: { x: { type: "string", maxLength: 3 } }, required: ["x"] } },
  ),
  text: change(fixed, { text: "a" }, { text: "b" }),
  file: change(fixed, { file: "a.txt" }, { file: "b.txt" }),
  "file.path": change(fixed, { file: { path: "a.txt" } }, { file: { path: "b.txt" } }),
  "file.root": change(
    fixed,
    { file: { path: "a.txt" } },
    { file: { path: "a.txt", root: "docs" } },
    {
      "toolgen.yaml": { version: 1, roots: { docs: "docs" } },
    },
  ),
  paths: added(
    "paths",
    { p: "read" },
    {
      uriTemplate: "x://{p}",
      schema: { ...withFile.schema, required: ["p"] },
      command: ["grep", "-e", "{{p}}"],
    },
  ),
  ...completed({ ...variable, text: "{{x}}" }),
};

/** Tools of the project whose settings change: they have targets, roots, toolsets and servers. */
const projectFiles: NonNullable<KeyChange["files"]> = {
  "a.txt": "a file of the project",
  "t.yaml": { name: "t", description: "d", kind: "edit", risk: "moderate", toolsets: ["some"], command: ["wc"] },
  "m.yaml": { name: "m", description: "d", kind: "read", risk: "safe", mcp: { server: "s", tool: "m" } },
  "n.yaml": { name: "n", description: "d", kind: "read", risk: "safe", mcp: { server: "w", tool: "n" } },
  "bash.yaml": { name: "bash", description: "d", kind: "execute", host: "pi", schema: { properties: { command: { type: "string" } } } },
};
const servers = (s: object, w: object = {}) => ({
  mcpServers: { s: { command: "node", args: ["s.mjs"], ...s }, w: { url: "https://w.example/mcp", ...w } },
});
const base = servers({});
const ofProject = (before: object, after: object): KeyChange => ({ both: base, before, after, files: projectFiles });
const server = (before: object, after: object) => ofProject(servers(before), servers(after));
const web = (before: object, after: object) => ofProject(servers({}, before), servers({}, after));
const target = (name: string, before: object | undefined, after: object) =>
  ofProject({ targets: before === undefined ? {} : { [name]: before } }, { targets: { [name]: after } });

function selections(name: string, more: object = {}): Readonly<Record<string, KeyChange>> {
  return {
    [`targets.${name}.include`]: target(name, more, { ...more, include: ["some"] }),
    [`targets.${name}.exclude`]: target(name, more, { ...more, exclude: ["some"] }),
  };
}

function bundle(name: string, more: object = {}): Readonly<Record<string, KeyChange>> {
  return {
    [`targets.${name}`]: target(name, undefined, more),
    [`targets.${name}.version`]: target(name, { ...more, version: "1.0.0" }, { ...more, version: "1.0.1" }),
    [`targets.${name}.description`]: target(name, more, { ...more, description: "x" }),
    [`targets.${name}.author`]: target(name, more, { ...more, author: "x" }),
    [`targets.${name}.files`]: target(name, more, { ...more, files: ["tools.d/a.txt"] }),
    ...selections(name, more),
  };
}

const named = { name: "x" };

/** A change of each key of `toolgen.yaml` that models or clients see, or that decides what a call may do. */
export const projectKeyChanges: Readonly<Record<string, KeyChange>> = {
  library: ofProject({}, { library: ["std/read_file"] }),
  "library.*.sandbox": ofProject(
    { library: [{ "std/run_shell_command": {} }] },
    { library: [{ "std/run_shell_command": { sandbox: {} } }] },
  ),
  ...Object.fromEntries(
    (["write", "read", "network"] as const).map((key) => [
      `library.*.sandbox.${key}`,
      ofProject(
        { library: [{ "std/run_shell_command": { sandbox: {} } }] },
        { library: [{ "std/run_shell_command": { sandbox: { [key]: { write: "workspace", read: "any", network: true }[key] } } }] },
      ),
    ]),
  ),
  output: ofProject({}, { output: "built" }),
  server: ofProject({}, { server: "mine" }),
  instructions: ofProject({}, { instructions: "x" }),
  roots: ofProject({ roots: { docs: "docs" } }, { roots: { docs: "pages" } }),
  env: ofProject({}, { env: ["FOO"] }),
  mcpServers: server({}, { args: ["u.mjs"] }),
  "mcpServers.*.command": server({}, { command: "python3" }),
  "mcpServers.*.args": server({}, { args: ["u.mjs"] }),
  "mcpServers.*.cwd": server({}, { cwd: "x" }),
  "mcpServers.*.pass": server({}, { pass: ["FOO"] }),
  "mcpServers.*.env": server({}, { env: { FOO: "x" } }),
  "mcpServers.*.url": web({}, { url: "https://w.example/other" }),
  "mcpServers.*.type": web({}, { type: "sse" }),
  "mcpServers.*.headers": web({}, { headers: { "x-a": "b" } }),
  "mcpServers.*.secrets": server(
    { env: { TOKEN: "{{@secret.TOKEN}}" }, secrets: { TOKEN: "a" } },
    { env: { TOKEN: "{{@secret.TOKEN}}" }, secrets: { TOKEN: "b" } },
  ),
  programs: ofProject({}, { programs: { acme: { flags: ["-v"] } } }),
  ...Object.fromEntries(
    ["data", "read", "write", "send", "place", "runs", "dir", "flags"].map((key) => [
      `programs.*.${key}`,
      ofProject({ programs: { acme: {} } }, { programs: { acme: { [key]: ["--x"] } } }),
    ]),
  ),
  "programs.*.operands": ofProject({ programs: { acme: {} } }, { programs: { acme: { operands: ["read*"] } } }),
  "programs.*.stdin": ofProject({ programs: { acme: {} } }, { programs: { acme: { stdin: "data" } } }),
  limits: ofProject({}, { limits: { request: "1MB" } }),
  "limits.timeout": ofProject({}, { limits: { timeout: "59s" } }),
  "limits.maxBytes": ofProject({}, { limits: { maxBytes: "1kB" } }),
  "limits.request": ofProject({}, { limits: { request: "1MB" } }),
  confirm: ofProject({}, { confirm: { moderate: "never" } }),
  risk: ofProject({}, { risk: { t: { decision: "deny" } } }),
  audit: ofProject({}, { audit: true }),
  targets: target("pi", undefined, {}),
  "targets.gemini": target("gemini", undefined, { exclude: ["some"] }),
  "targets.gemini.classes": target("gemini", {}, { classes: true }),
  ...selections("gemini"),
  "targets.mcp": target("mcp", undefined, { exclude: ["some"] }),
  "targets.mcp.readOnly": target("mcp", {}, { readOnly: true }),
  "targets.mcp.pageSize": target("mcp", {}, { pageSize: 5 }),
  ...selections("mcp"),
  "targets.classes": target("classes", undefined, { exclude: ["some"] }),
  ...selections("classes"),
  "targets.pi": target("pi", undefined, {}),
  "targets.pi.overrides": target("pi", {}, { overrides: ["bash"] }),
  ...selections("pi"),
  "targets.providers": target("providers", undefined, {}),
  "targets.providers.formats": target("providers", {}, { formats: ["openai"] }),
  ...selections("providers"),
  ...bundle("claude-plugin"),
  ...bundle("gemini-extension"),
  ...bundle("antigravity-plugin"),
  ...bundle("mcpb"),
  ...bundle("package", named),
  "targets.package.name": target("package", named, { name: "y" }),
  "targets.package.mcpName": target("package", named, { ...named, mcpName: "com.example/x" }),
  "targets.package.license": target("package", named, { ...named, license: "MIT" }),
  "targets.package.repository": target("package", named, { ...named, repository: "https://example.com/x" }),
  "targets.skills": target("skills", undefined, {}),
  "targets.skills.each": target("skills", {}, { each: "project" }),
  "targets.skills.description": target("skills", {}, { description: "x" }),
  "targets.skills.toolsets": target("skills", {}, { toolsets: { some: "x" } }),
  "targets.skills.version": target("skills", {}, { version: "1.0.0" }),
  "targets.skills.commands": target("skills", {}, { commands: true }),
  ...selections("skills"),
  "targets.opencode": target("opencode", undefined, {}),
  ...selections("opencode"),
};
