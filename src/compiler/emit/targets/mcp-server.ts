import { moduleFormat } from "../../../call/tool-index.js";
import type { JsonObject } from "../../../contract/json-value.js";
import type { Model } from "../../model.js";
import { assetFile, defineEmitter, type PrintPart, printJsonPart } from "../../output-file.js";
import { type ToolModel, toolGroups } from "../../tool-model.js";
import { printJson } from "../print/literal.js";
import { fileOfTools } from "../print/tool-file.js";
import { featureFiles } from "./features.js";
import { listingLine } from "./mcp-tool.js";
import { promptFiles, resourceFiles } from "./prompt-files.js";
import { skillIndex } from "./skills.js";

/**
 * The MCP server, on bare Node: a small program, and what it loads when it has told Node to keep compiled code. The
 * data about tools is beside it and not in it: lines of `bin/tools.json` are copied into the answer to `tools/list`,
 * and the modules in `bin/tools` are loaded when they are called. So neither its start nor its memory grows with the
 * number of tools.
 */
export const mcpServer = defineEmitter({
  name: "mcp",
  targets: ["mcp"],
  emit: (model, assets, { part }) => [
    assetFile(assets, "mcp-start.cjs", "mcp/server.cjs", true),
    assetFile(assets, "mcp-server.cjs", "mcp/serve.cjs"),
    ...featureFiles("mcp", model, assets),
    { path: "mcp/server.json", text: printJson(serverFile(model, part)), executable: false },
    ...(model.project.targets.mcp.isNamed ? [fileOfTools("mcp/tools.json", () => listed(model, part))] : []),
    ...promptFiles(model),
    ...resourceFiles(model),
    ...skillIndex(model),
    // Without it Node reads the project's own package.json, which may be damaged.
    { path: "mcp/package.json", text: printJson({ type: "commonjs" }), executable: false },
  ],
});

/** The list as `tools/list` shows it, for reviewers and scanners: the server reads that of `bin/`. */
const listed = ({ tools }: Model, part: PrintPart) => `[\n${tools.map((tool) => listingLine(tool, part)).join(",\n")}\n]\n`;

/**
 * A limit is written only if the project sets one. `prompts`, `resources`, the list of tools that the server
 * refuses although `bin/` has them, and the scopes by tool are written only if there are any.
 */
function serverFile({ project, prompts, resources, excluded, tools }: Model, part: PrintPart): JsonObject {
  const { requestBytes } = project.limits;
  const has = {
    ...(prompts.length > 0 && { prompts: true }),
    ...(resources.length > 0 && { resources: true }),
    ...(project.targets.skills.isBuilt && { skills: true }),
  };
  const hasFiles = resources.some(({ content }) => content.kind === "file") ? { resourceFiles: true } : {};
  const limit = requestBytes === undefined ? {} : { maxRequestBytes: requestBytes };
  const { pageSize } = project.targets.mcp;
  const refused = excluded.mcp.length === 0 ? {} : { excluded: excluded.mcp };
  const scopes = {
    ...scopesOf("scopes", tools, part),
    ...scopesOf(
      "promptScopes",
      prompts.map(({ tool }) => tool),
      part,
    ),
    ...scopesOf(
      "resourceScopes",
      resources.map(({ tool }) => tool),
      part,
    ),
  };
  const instructions = project.instructions === undefined ? {} : { instructions: project.instructions };
  return {
    format: moduleFormat,
    name: project.server,
    ...(project.release !== undefined && { version: project.release }),
    ...instructions,
    ...limit,
    ...(pageSize !== undefined && { pageSize }),
    ...has,
    ...hasFiles,
    ...refused,
    ...scopes,
    ...groups(tools, part),
  };
}

/** The scopes by the names of those that need any, under a key; nothing if none does. */
function scopesOf(key: string, tools: readonly ToolModel[], part: PrintPart): JsonObject {
  const scoped = tools
    .map((tool) => [tool.name, printJsonPart(part, tool, "scopes", () => tool.definition.scopes ?? null)] as const)
    .filter(([, scopes]) => scopes !== null);
  return scoped.length === 0 ? {} : { [key]: Object.fromEntries(scoped) };
}

/** The names that stand for several tools in `--toolsets` and `--tools`; nothing where there are none. */
function groups(tools: readonly ToolModel[], part: PrintPart): JsonObject {
  const backgroundOf = (tool: ToolModel) => printJsonPart(part, tool, "background", () => tool.definition.background ?? null) ?? undefined;
  const { toolsets, companions } = toolGroups(tools, backgroundOf);
  return {
    ...(Object.keys(toolsets).length === 0 ? {} : { toolsets }),
    ...(Object.keys(companions).length === 0 ? {} : { companions }),
  };
}
