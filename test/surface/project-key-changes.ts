import type { KeyChange } from "./tool-key-changes.js";

/** Tools of the project whose settings change: they have targets, roots, toolsets and servers. */
const files: NonNullable<KeyChange["files"]> = {
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
const change = (before: object, after: object): KeyChange => ({ both: base, before, after, files });
const server = (before: object, after: object) => change(servers(before), servers(after));
const web = (before: object, after: object) => change(servers({}, before), servers({}, after));
const target = (name: string, before: object | undefined, after: object) =>
  change({ targets: before === undefined ? {} : { [name]: before } }, { targets: { [name]: after } });

function selections(name: string, more: object = {}): Readonly<Record<string, KeyChange>> {
  return {
    [`targets.${name}.include`]: target(name, more, { ...more, include: ["some"] }),
    [`targets.${name}.exclude`]: target(name, more, { ...more, exclude: ["some"] }),
  };
}

function bundle(name: string): Readonly<Record<string, KeyChange>> {
  return {
    [`targets.${name}`]: target(name, undefined, {}),
    [`targets.${name}.version`]: target(name, { version: "1.0.0" }, { version: "1.0.1" }),
    [`targets.${name}.description`]: target(name, {}, { description: "x" }),
    [`targets.${name}.author`]: target(name, {}, { author: "x" }),
    [`targets.${name}.files`]: target(name, {}, { files: ["tools.d/a.txt"] }),
    ...selections(name),
  };
}

/** A change of each key of `toolgen.yaml` that models or clients see, or that decides what a call may do. */
export const projectKeyChanges: Readonly<Record<string, KeyChange>> = {
  library: change({}, { library: ["std/read_file"] }),
  "library.*.sandbox": change({ library: [{ "std/run_shell_command": {} }] }, { library: [{ "std/run_shell_command": { sandbox: {} } }] }),
  ...Object.fromEntries(
    (["write", "read", "network"] as const).map((key) => [
      `library.*.sandbox.${key}`,
      change(
        { library: [{ "std/run_shell_command": { sandbox: {} } }] },
        { library: [{ "std/run_shell_command": { sandbox: { [key]: { write: "workspace", read: "any", network: true }[key] } } }] },
      ),
    ]),
  ),
  output: change({}, { output: "built" }),
  server: change({}, { server: "mine" }),
  instructions: change({}, { instructions: "x" }),
  roots: change({ roots: { docs: "docs" } }, { roots: { docs: "pages" } }),
  env: change({}, { env: ["FOO"] }),
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
  limits: change({}, { limits: { request: "1MB" } }),
  "limits.timeout": change({}, { limits: { timeout: "59s" } }),
  "limits.maxBytes": change({}, { limits: { maxBytes: "1kB" } }),
  "limits.request": change({}, { limits: { request: "1MB" } }),
  confirm: change({}, { confirm: { moderate: "never" } }),
  risk: change({}, { risk: { t: { decision: "deny" } } }),
  audit: change({}, { audit: true }),
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
  ...bundle("mcpb"),
  "targets.opencode": target("opencode", undefined, {}),
  ...selections("opencode"),
};
