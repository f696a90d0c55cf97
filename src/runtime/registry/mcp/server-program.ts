import { resolve } from "node:path";
import { buildEnvironment } from "../../command/build-environment.js";
import type { Startable } from "../../process/process-group.js";
import { contextOf, type ToolEnvironment } from "../../tool/tool-environment.js";
import type { McpServerSettings } from "./mcp-server-settings.js";

/** Variables besides those that every program gets. */
const pass = ["LOGNAME", "SHELL", "TERM"];

/**
 * Returns the program of a server. It gets the variables that every program needs and those of its settings, because
 * servers are programs of other authors.
 */
export function serverProgram(
  program: string,
  { settings, environment }: { readonly settings: McpServerSettings; readonly environment: ToolEnvironment },
): Startable {
  const { workspace, env } = contextOf(environment);
  const scope = { params: {}, order: [], specDir: workspace, workspace };
  const built = buildEnvironment({ pass, set: {} }, scope, { env, platform: process.platform });
  return {
    program,
    args: settings.args ?? [],
    cwd: resolve(workspace, settings.cwd ?? "."),
    env: { ...(built.ok ? built.env : {}), ...settings.env },
  };
}
