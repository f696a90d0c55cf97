import { resolve } from "node:path";
import { DiscoveredMCPTool } from "../../agent/discovered-mcp-tool.js";
import { GeneratedFolder } from "../../call/find-tool.js";
import { type Here, unknownTargets } from "../../call/risk-settings.js";
import { userSettingsFile } from "../../call/user-settings.js";
import { cacheKey, isFresh, readLastBuild } from "../../compiler/build-stamp.js";
import type { ElicitationHandler } from "../../contract/confirmation.js";
import { readAssets, readBuildId } from "../../contract/node-host.js";
import { ToolRegistry } from "../../runtime/index.js";
import { type GlobalOptions, packageRoot, UsageError } from "../command.js";
import { commandLineSettings } from "../io/input.js";
import type { Terminal } from "../io/terminal.js";
import { readMcpServers } from "../login/login-target.js";
import { openProject, projectRoot } from "../project/open-project.js";

export interface ToolsRequest extends GlobalOptions {
  /** Comma-separated names; a name that ends with `*` matches all names with that prefix. */
  readonly tools?: string;
  /** A file with `mcpServers`. */
  readonly mcp?: string;
  readonly risk?: readonly string[];
}

interface ToolMessages {
  readonly terminal: Terminal;
  readonly say: (line: string) => void;
  /** Absent if there is no user to ask. */
  readonly onElicitation?: ElicitationHandler | undefined;
}

/**
 * Makes a registry of the tools that `toolgen build` wrote, and of the MCP servers in a file, if there is one. Close
 * it.
 */
export async function builtTools(request: ToolsRequest, { terminal, say, onElicitation }: ToolMessages): Promise<ToolRegistry> {
  const settings = commandLineSettings(request.risk);
  const registry = new ToolRegistry({
    environment: { workspace: terminal.launchDir, env: terminal.environment, settings },
    ...(request.mcp === undefined ? {} : { mcpServers: readMcpServers(resolve(terminal.launchDir, request.mcp)) }),
    ...(onElicitation && { onElicitation }),
    onApprovalSaved: (tool) =>
      say(`saved: ${userSettingsFile(terminal.environment)} allows such calls of ${tool} from now on (risk.${tool}).`),
    onProblem: ({ source, message }) => say(`${source}: ${message}`),
  });
  try {
    const folder = resolve(projectRoot(request, terminal), await outputFolder(request, terminal));
    register(registry, folder);
    if (request.mcp !== undefined) await registry.discoverAllTools();
    for (const line of unknownTargets(settings, toolsHere(registry, folder))) say(line);
    if (request.tools !== undefined)
      choose(
        registry,
        request.tools.split(",").map((name) => name.trim()),
      );
    return registry;
  } catch (error) {
    await registry.close();
    throw error;
  }
}

function register(registry: ToolRegistry, folder: string): void {
  try {
    registry.registerGenerated(folder);
  } catch (error) {
    throw new UsageError(
      error instanceof Error ? error.message : String(error),
      `Run 'toolgen build' first: the tools are read from ${folder}.`,
    );
  }
}

/** Returns the possible targets of `--risk`. */
function toolsHere(registry: ToolRegistry, folder: string): Here {
  const generated = new GeneratedFolder(folder);
  const all = registry.getAllTools();
  const served = all.filter((tool) => tool instanceof DiscoveredMCPTool);
  return {
    tools: [...all.map(({ name }) => name), ...served.flatMap(({ decidedBy }) => decidedBy.otherNames ?? [])],
    aliases: generated.index.aliases,
    toolsets: () => generated.index.names.flatMap((name) => generated.module(name).definition.toolsets ?? []),
    servers: [...new Set(served.map(({ serverName }) => serverName))],
  };
}

/** The folder of the project's outputs: by the stamp of the last build, otherwise by `toolgen.yaml`. */
async function outputFolder(request: ToolsRequest, terminal: Terminal): Promise<string> {
  const host = await openProject(request, terminal);
  const last = await readLastBuild(host, await cacheKey(host, readBuildId(packageRoot)));
  if (last !== undefined && isFresh(last)) return last.stamp.output;
  const { readProject } = await import("../../compiler/compile.js");
  const [{ project }] = await readProject(host, await readAssets(packageRoot));
  return project.output;
}

/** Removes the tools that aren't among these. */
function choose(registry: ToolRegistry, wanted: readonly string[]): void {
  const names = registry.getAllToolNames();
  const chosen = new Set(
    wanted.flatMap((name) => {
      if (name.endsWith("*")) return names.filter((one) => one.startsWith(name.slice(0, -1)));
      const found = registry.lookUpTool(name);
      if (!found.ok) throw new UsageError(`--tools: ${found.message}`, "Run 'toolgen list' to see all tools.");
      return [found.tool.name];
    }),
  );
  if (chosen.size === 0) throw new UsageError(`--tools ${wanted.join(",")} leaves no tool.`, "Run 'toolgen list' to see all tools.");
  for (const name of names) if (!chosen.has(name)) registry.unregisterTool(name);
}
