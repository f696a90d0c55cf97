import { isObjectSchema } from "../../../contract/json-schema.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../contract/json-value.js";
import { schemaObjects } from "../../json-schema/subschemas.js";
import type { PrintPart } from "../../output-file.js";
import { mcpSchema } from "../../showings.js";
import { mcpAnnotations, type ToolModel, toolDefaults, toolDescription } from "../../tool-model.js";

/** A tool in `tools/list`. Clients before 2025-06-18 read the title from the annotations. */
export function mcpTool(tool: ToolModel) {
  const title = tool.displayName;
  const { annotations, ...result } = resultFacts(tool);
  return {
    name: tool.name,
    title,
    description: toolDescription(tool),
    inputSchema: schemaObjects(mcpSchema(tool)),
    ...result,
    annotations: { title, ...annotations },
    ...toolListing(tool),
  };
}

/** A tool's line in the lists that hold it as clients get it. */
export const listingLine = (tool: ToolModel, part: PrintPart): string => part(tool, "listing", () => JSON.stringify(mcpTool(tool)));

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
