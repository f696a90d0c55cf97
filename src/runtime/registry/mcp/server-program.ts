import { resolve } from "node:path";
import { buildEnvironment } from "../../command/build-environment.js";
import type { Startable } from "../../process/start-guarded.js";
import { contextOf, type ToolEnvironment } from "../../tool/tool-environment.js";
import type { McpServerSettings } from "./mcp-server-settings.js";

/** Besides what every program of ours gets. */
const pass = ["LOGNAME", "SHELL", "TERM"];

/** What is started for a server. Of the environment it gets what any program needs, and what its settings give: servers are other people's programs. */
export function serverProgram(
  program: string,
  { settings, surroundings }: { readonly settings: McpServerSettings; readonly surroundings: ToolEnvironment },
): Startable {
  const { workspace, env } = contextOf(surroundings);
  const scope = { params: {}, order: [], specDir: workspace, workspace };
  const built = buildEnvironment({ pass, set: {} }, scope, { env, platform: process.platform });
  return {
    program,
    args: settings.args ?? [],
    cwd: resolve(workspace, settings.cwd ?? "."),
    env: { ...(built.ok ? built.env : {}), ...settings.env },
  };
}
