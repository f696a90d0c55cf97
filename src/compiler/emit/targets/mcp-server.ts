import { moduleFormat } from "../../../call/tool-index.js";
import { isObjectSchema } from "../../../contract/json-schema.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../contract/json-value.js";
import { schemaObjects } from "../../json-schema/subschemas.js";
import type { Model } from "../../model.js";
import { asset, defineEmitter, type PrintPart, printJsonPart } from "../../output-file.js";
import { mcpSchema } from "../../showings.js";
import { mcpAnnotations, type ToolModel, toolDefaults, toolDescription, toolGroups } from "../../tool-model.js";
import { printJson, printJsonLines } from "../print/literal.js";
import { fileOfTools } from "../print/tool-file.js";
import { promptFiles, resourceFiles } from "./prompt-files.js";
import { skillIndex } from "./skills.js";

/**
 * The MCP server, on bare Node. The data about tools is beside it and not in it: `tools.json`, or `tools-open.json` for
 * a client that validates calls before it sends them, is copied into the answer to `tools/list`, and the modules in
 * `bin/tools` are loaded when they are called. So neither its start nor its memory grows with the number of tools.
 */
export const mcpServer = defineEmitter({
  name: "mcp",
  targets: ["mcp"],
  emit: (model, assets, { part }) => {
    const listed = (what: string, schemaOf: (tool: ToolModel) => JsonObject) =>
      printJsonLines(model.tools.map((tool) => part(tool, what, () => JSON.stringify(mcpTool(tool, schemaOf(tool))))));
    return [
      { path: "mcp/server.cjs", text: asset(assets, "mcp-server.cjs"), executable: true },
      { path: "mcp/oauth.cjs", text: asset(assets, "oauth.cjs"), executable: false },
      { path: "mcp/telemetry.cjs", text: asset(assets, "telemetry.cjs"), executable: false },
      { path: "mcp/redis.cjs", text: asset(assets, "redis.cjs"), executable: false },
      { path: "mcp/search.cjs", text: asset(assets, "search.cjs"), executable: false },
      { path: "mcp/server.json", text: printJson(serverFile(model, part)), executable: false },
      ...promptFiles(model),
      ...resourceFiles(model),
      ...skillIndex(model),
      fileOfTools("mcp/tools.json", () => listed("mcp", mcpSchema)),
      fileOfTools("mcp/tools-open.json", () => listed("mcp-open", ({ openSchema }) => openSchema)),
      // Without it Node reads the project's own package.json, which may be damaged.
      { path: "mcp/package.json", text: printJson({ type: "commonjs" }), executable: false },
      { path: "mcp/LICENCES.txt", text: asset(assets, "mcp-licences.txt"), executable: false },
    ];
  },
});

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

/**
 * A tool in `tools/list`, with one of the two forms of its schema. Clients before 2025-06-18 read the title from the
 * annotations.
 */
function mcpTool(tool: ToolModel, schema: JsonObject): JsonObject {
  const title = tool.displayName;
  const { annotations, ...result } = resultFacts(tool);
  return {
    name: tool.name,
    title,
    description: toolDescription(tool),
    inputSchema: schemaObjects(schema),
    ...result,
    annotations: { title, ...annotations },
    ...toolListing(tool),
  };
}

/** Describes a tool's effects and the structure of its results, if a schema says it. */
export function resultFacts(tool: ToolModel) {
  const { schema } = tool.definition.output;
  return { ...(schema !== undefined && { outputSchema: schemaObjects(outputSchema(schema)) }), annotations: { ...mcpAnnotations(tool) } };
}

/**
 * Claude Code cuts a result of more than 25,000 tokens, which output within the default limit doesn't have, unless the
 * tool says how many characters it may have, up to 500,000 (https://code.claude.com/docs/en/mcp).
 */
const mostChars = 500_000;

/** Returns the members of a tool in `tools/list` that its spec gives as they are, and its limit for results. */
function toolListing({ listing, definition: { output } }: ToolModel): JsonObject {
  if (output.maxBytes <= toolDefaults.maxBytes) return listing;
  const { _meta: own } = listing;
  const size = { "anthropic/maxResultSizeChars": Math.min(output.maxBytes, mostChars) };
  return { ...listing, _meta: { ...size, ...(isJsonObject(own) ? own : {}) } };
}

/**
 * A result's schema as MCP's `outputSchema`, which must be that of an object: any other becomes that of its property
 * `result`.
 */
function outputSchema(schema: JsonObject): JsonObject {
  if (isObjectSchema(schema)) return { type: "object", ...schema };
  const { $defs, ...rest } = moved(schema);
  return { type: "object", properties: { result: rest }, required: ["result"], ...(isJsonObject($defs) ? { $defs } : {}) };
}

/** Keywords whose values are data, in which `$ref` is an ordinary key. */
const data = new Set(["const", "default", "enum", "examples"]);

/** References are relative to the root: except for those to `$defs`, which stay there, they get one more level. */
function moved(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, data.has(key) ? value : movedValue(key, value)]));
}

function movedValue(key: string, value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item) => movedValue("", item));
  if (isJsonObject(value)) return moved(value);
  if (key !== "$ref" || typeof value !== "string" || !value.startsWith("#") || value.startsWith("#/$defs/")) return value;
  return `#/properties/result${value.slice(1)}`;
}
