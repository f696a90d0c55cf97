import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";
import { type AgentProgram, claude, codex, copilot, edit, opencode, qwen } from "./programs.js";
import { called, world } from "./world.js";

const secret = "s3cr3t-9f8e7d6c5b4a";
const server = (name: string) => fileURLToPath(new URL(`node_modules/@modelcontextprotocol/server-${name}/dist/index.js`, import.meta.url));

/** The settings of a client's user with three servers of others. `shared` is a folder that one of them writes to. */
const json =
  (path: string, key: string, form: (entry: { words: readonly string[]; env?: Readonly<Record<string, string>> }) => object) =>
  (shared: string) => ({
    path,
    text: `${JSON.stringify(
      {
        theme: "dark",
        [key]: {
          files: form({ words: ["node", server("filesystem"), shared] }),
          memory: form({ words: ["node", server("memory")], env: { MEMORY_FILE_PATH: join(shared, "memory.jsonl") } }),
          everything: form({ words: ["node", server("everything")], env: { API_TOKEN: secret } }),
        },
      },
      null,
      3,
    )}\n\n`,
  });

const usual = ({ words, ...more }: { words: readonly string[] }) => ({ command: words[0], args: words.slice(1), ...more });

const codexSettings = (shared: string) => ({
  path: ".codex/config.toml",
  text: `model = "m" # mine

[mcp_servers.files]
command = "node" # the first
args = ["${server("filesystem")}", "${shared}"]

[mcp_servers.memory]
command = "node"
args = ["${server("memory")}"]
env = { MEMORY_FILE_PATH = "${shared}/memory.jsonl" }

[mcp_servers.everything]
command = "node"
args = ["${server("everything")}"]

[mcp_servers.everything.env]
API_TOKEN = '${secret}'

[tui]
notifications = false
`,
});

const clients: readonly (readonly [string, AgentProgram, (shared: string) => { readonly path: string; readonly text: string }])[] = [
  ["claude", claude, json(".claude.json", "mcpServers", (entry) => ({ type: "stdio", ...usual(entry) }))],
  ["codex", codex, codexSettings],
  [
    "opencode",
    opencode,
    json(".config/opencode/opencode.json", "mcp", ({ words, env }) => ({ type: "local", command: words, environment: env, enabled: true })),
  ],
  ["copilot", copilot, json(".copilot/mcp-config.json", "mcpServers", (entry) => ({ type: "local", ...usual(entry), tools: ["*"] }))],
  ["qwen", qwen, json(".qwen/settings.json", "mcpServers", usual)],
];

/** The files below a folder that contain a text. */
const filesWith = (folder: string, text: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile() && readFileSync(path, "latin1").includes(text));

const rules = `risk:
  write_file:
    - { when: { content: [C1] }, decision: allow }
    - { decision: deny }
  echo: { decision: allow }
`;

it.each(clients)(
  "replaces the servers of others in %s by the project's, holds them to its rules, and gives them back",
  async (id, program, settings) => {
    if (!program.isInstalled) return;
    const shared = temporaryFolder();
    const { path, text } = settings(shared);
    const here = world({ [path]: text }, { "toolgen.yaml": "version: 1\n" });
    const env = { HOME: here.home, API_TOKEN: secret, XDG_STATE_HOME: undefined, XDG_CONFIG_HOME: undefined, CODEX_HOME: undefined };
    const run = (...args: readonly string[]) => {
      const { status, stdout, stderr } = toolgen(here.project, args, { env });
      expect([status, stderr], stdout).toEqual([0, ""]);
      return stdout;
    };
    run("adopt", id, "--user", "--yes");
    run("uninstall", id, "--user", "--yes");
    expect(readFileSync(join(here.home, path), "utf8")).toBe(text);
    expect(run("adopt", id, "--user", "--yes")).toContain("3 servers of 3 imported.");
    expect([...filesWith(here.home, secret), ...filesWith(here.project, secret)]).toEqual([]);
    edit(join(here.project, "toolgen.yaml"), (before) => before + rules);
    run("build");
    run("install", id, "--user", "--yes");
    if (id !== "codex") program.trust?.(here.home, here.project);

    const [ran, kept] = [join(shared, "ran.txt"), join(shared, "kept.txt")];
    const tools = [`write_file-path=${ran}&content=C1`, `write_file-path=${kept}&content=C2`, "echo-message=hello"];
    const { declared, answerOf, output } = await called(program, here, here.project, { tools, variables: { API_TOKEN: secret } });
    expect(declared, output).toEqual(expect.arrayContaining(["echo", "read_graph", "write_file"]));
    expect(readFileSync(ran, "utf8"), output).toBe("C1");
    expect(existsSync(kept)).toBe(false);
    expect(answerOf(tools[1] ?? ""), output).toContain("denied");
    expect(answerOf("echo-message=hello"), output).toContain("Echo: hello");

    const refused = toolgen(here.project, ["uninstall", id, "--user", "--yes"], { env: { ...env, API_TOKEN: undefined } });
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining("had API_TOKEN, which toolgen doesn't store")]);
    run("uninstall", id, "--user", "--yes");
    expect(filesWith(here.home, secret)).toEqual([join(here.home, path)]);
  },
);
