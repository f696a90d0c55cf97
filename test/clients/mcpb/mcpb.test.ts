import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { beforeAll, expect, it } from "vitest";
import { builtProject } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

const cli = fileURLToPath(new URL("node_modules/@anthropic-ai/mcpb/dist/cli/cli.js", import.meta.url));
const mcpb = (...args: readonly string[]) => execFileSync(process.execPath, [cli, ...args], { encoding: "utf8" });

const files = {
  "toolgen.yaml":
    "version: 1\nserver: notes\nlibrary: [std/read_file]\ntargets: { mcpb: { version: 1.2.0, files: [tools.d/words.txt] } }\n",
  "tools.d/words.txt": "a word\n",
  "tools.d/list-words.yaml": `
name: list_words
description: List the words.
kind: read
risk: safe
command: [sh, "{{@specDir}}/list.sh"]
`,
  "tools.d/list.sh": 'cat "$(dirname "$0")/words.txt"; pwd\n',
  "tools.d/token.yaml": `
name: token
description: Use a token.
kind: think
secrets: { NOTES_TOKEN: The token of the notes., OTHER_TOKEN: { description: Another., optional: true } }
env: { set: { A: "{{@secret.NOTES_TOKEN}}" } }
command: [sh, -c, 'test "$A" = secret && echo "has it, and [$OTHER_TOKEN]"']
`,
};

interface ServerConfig {
  readonly command: string;
  readonly args: string[];
  readonly env: Readonly<Record<string, string>>;
}

/** How an application starts the server of an installed bundle, by the package that applications use for it: `undefined` if something required is missing. */
async function configOf(folder: string, userConfig: Readonly<Record<string, string>>): Promise<ServerConfig | undefined> {
  const { getMcpConfigForManifest }: { getMcpConfigForManifest(of: object): Promise<ServerConfig | undefined> } = await import(
    new URL("node_modules/@anthropic-ai/mcpb/dist/index.js", import.meta.url).href
  );
  const manifest: unknown = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  return getMcpConfigForManifest({ manifest, extensionPath: folder, systemDirs: {}, userConfig, pathSeparator: "/" });
}

/** A bundle that was packed, without the project that it is of, and unpacked elsewhere. */
function unpacked(): string {
  const project = builtProject(files);
  const bundle = join(project, "generated/mcpb");
  expect(mcpb("validate", join(bundle, "manifest.json"))).toContain("validation passes");
  const folder = temporaryFolder();
  const packed = join(folder, "notes.mcpb");
  expect(mcpb("pack", bundle, packed)).toContain("notes");
  rmSync(project, { recursive: true });
  mcpb("unpack", packed, join(folder, "installed"));
  return join(folder, "installed");
}

let installed: string;
beforeAll(() => {
  installed = unpacked();
});

it("is valid, packs, and runs from where it was unpacked, in the workspace that the user chose", async () => {
  const workspace = temporaryFolder();
  writeFileSync(join(workspace, "a.txt"), "one\n");
  const config = await configOf(installed, { workspace, NOTES_TOKEN: "secret" });
  if (config === undefined) throw new Error("The bundle can't be started.");
  expect(config).toMatchObject({ command: "node", env: { NOTES_TOKEN: "secret", OTHER_TOKEN: "" } });
  const client = new Client({ name: "desktop", version: "1" });
  const elsewhere = temporaryFolder();
  await client.connect(
    new StdioClientTransport({
      ...config,
      command: process.execPath,
      cwd: elsewhere,
      env: { PATH: process.env.PATH ?? "", ...config.env },
    }),
  );
  try {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["list_words", "read_file", "token"]);
    const text = async (name: string, args = {}) => JSON.stringify((await client.callTool({ name, arguments: args })).content);
    expect(await text("list_words")).toContain(`a word\\n${workspace}`);
    expect(await text("read_file", { path: "a.txt" })).toContain("one");
    expect(await text("token")).toContain("has it, and []");
  } finally {
    await client.close();
  }
  expect(existsSync(join(elsewhere, "a.txt"))).toBe(false);
});

it("isn't started without the workspace and the secrets that its tools need", async () => {
  expect(await configOf(installed, {})).toBeUndefined();
  expect(await configOf(installed, { workspace: "/tmp" })).toBeUndefined();
});
