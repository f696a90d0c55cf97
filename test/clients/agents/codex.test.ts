import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { codex } from "./programs.js";
import { called, expectPolicy, textsIn, world } from "./world.js";

const others = { ".codex/config.toml": 'model = "o3" # mine\r\n\r\n[mcp_servers.git]\r\ncommand = "git-mcp"\r\nenabled = false\r\n' };

it.runIf(codex.isInstalled)(
  "lets Codex run what is allowed, refuse what it would ask about, and not see what is denied, from a subfolder too",
  async () => {
    const here = world();
    here.toolgen("install", "codex", "--yes");
    codex.trust?.(here.home, here.project);
    for (const folder of [here.project, here.below]) expectPolicy(await called(codex, here, folder), here.project);
  },
);

it.runIf(codex.isInstalled)("lets Codex do so by the user's settings, and forget it after uninstall", async () => {
  const here = world(others);
  here.toolgen("install", "codex", "--user", "--yes");
  expectPolicy(await called(codex, here, here.below), here.below);
  here.toolgen("uninstall", "codex", "--user", "--yes");
  expect(textsIn(here, others)).toEqual(others);
  expect((await called(codex, here, here.project, { tools: [] })).declared).toEqual([]);
});

it.runIf(codex.isInstalled)("makes Codex pass on the variables that tools read, and end if the server can't start", async () => {
  const token = `name: token
description: Print the token.
kind: read
risk: safe
schema: { properties: { text: { type: string, description: What to print before it. } } }
env: { pass: [TOKEN] }
command: [sh, -c, 'printf "%s%s" "$1" "$TOKEN"', sh, "{{text}}"]
`;
  const here = world({}, { "tools.d/token.yaml": token });
  here.toolgen("install", "codex", "--user", "--yes");
  const variables = { TOKEN: "t0ken" };
  const { answerOf, output } = await called(codex, here, here.project, { tools: ["token"], variables });
  expect(answerOf("token"), output).toContain("hellot0ken");
  rmSync(join(here.project, "generated/mcp/server.cjs"));
  const ended = await called(codex, here, here.project, { tools: ["reads"] });
  expect([ended.status, ended.output]).toEqual([1, expect.stringContaining("required MCP server")]);
});
