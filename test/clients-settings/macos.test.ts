import { expect, it } from "vitest";
import { agentClients } from "../../src/clients/agent-clients.js";
import type { Installation } from "../../src/clients/client.js";
import { installInFile } from "../../src/clients/installed-file.js";

const installation: Installation = {
  server: "toolgen",
  output: "generated",
  projectDir: "/Users/ada/my project",
  tools: [],
  variables: [],
  // Node as nvm installs it: on the PATH of a shell alone.
  machine: { home: "/Users/ada", platform: "darwin", environment: {}, node: "/Users/ada/.nvm/versions/node/v24.1.0/bin/node" },
  hooks: false,
};

it.each([
  ["claude-desktop", "/Users/ada/Library/Application Support/Claude/claude_desktop_config.json", "mcpServers"],
  ["vscode", "/Users/ada/Library/Application Support/Code/User/mcp.json", "servers"],
  ["cursor", "/Users/ada/.cursor/mcp.json", "mcpServers"],
  ["zed", "/Users/ada/.config/zed/settings.json", "context_servers"],
  ["windsurf", "/Users/ada/.codeium/windsurf/mcp_config.json", "mcpServers"],
  ["junie", "/Users/ada/.junie/mcp/mcp.json", "mcpServers"],
])("starts the server for %s on macOS without a shell's PATH", (id, path, key) => {
  const [file, ...more] = agentClients.find((client) => client.id === id)?.user?.(installation) ?? [];
  if (file === undefined) throw new Error(`${id} has no file`);
  expect([file.path, more]).toEqual([path, []]);
  const written = installInFile(file, undefined, undefined);
  expect(written.ok && JSON.parse(written.text ?? "")).toMatchObject({
    [key]: {
      toolgen: {
        command: installation.machine.node,
        args: ["/Users/ada/my project/generated/mcp/server.cjs", "--workspace", "/Users/ada/my project"],
      },
    },
  });
});
