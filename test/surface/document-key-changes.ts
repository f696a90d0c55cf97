import type { KeyChange } from "./tool-key-changes.js";

const change = (both: object, before: object, after: object, files?: KeyChange["files"]): KeyChange => ({
  both,
  before,
  after,
  ...(files && { files }),
});
const icon = { src: "https://a.example/i.png" };

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
    "complete.*.paths": one({ command: ["ls", "--", "{{x}}"] }, { command: ["ls", "--", "{{x}}"], paths: { x: "read" } }),
    "complete.*.paths.*.access": one(
      { command: ["ls", "--", "{{x}}"] },
      { command: ["ls", "--", "{{x}}"], paths: { x: { access: "read" } } },
    ),
    "complete.*.paths.*.root": one(
      { command: ["ls", "--", "{{x}}"], paths: { x: { access: "read" } } },
      { command: ["ls", "--", "{{x}}"], paths: { x: { access: "read", root: "any" } } },
    ),
    "complete.*.paths.*.type": one(
      { command: ["ls", "--", "{{x}}"], paths: { x: { access: "read" } } },
      { command: ["ls", "--", "{{x}}"], paths: { x: { access: "read", type: "file" } } },
    ),
    "complete.*.paths.*.mustExist": one(
      { command: ["ls", "--", "{{x}}"], paths: { x: { access: "read" } } },
      { command: ["ls", "--", "{{x}}"], paths: { x: { access: "read", mustExist: true } } },
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
  ...completed({ ...variable, text: "{{x}}" }),
};
