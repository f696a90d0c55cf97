import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import type { ImportedTool } from "../imported-tool.js";
import { convertSchema, isNeeded, requiredNames, schemaLimits } from "../openapi/convert-schema.js";
import { sortSchema } from "../openapi/sort-schema.js";
import { asSentence, shortenText } from "../shorten-text.js";
import { findLeftOutKeywords } from "./find-left-out-keywords.js";
import { guessEffects } from "./guess-effects.js";
import type { McpDeclaration } from "./read-declarations.js";

/** The longest description of a tool. Every model reads it before every answer. */
const mostDescription = 1200;

export interface DeclarationContext {
  /** The name of the tool, and the toolset that it belongs to. */
  readonly name: string;
  readonly group: string;
  /** The server's name in toolgen.yaml. */
  readonly server: string;
  /** True if tools that only read by the server's word are safe. */
  readonly isTrusted: boolean;
}

/** Converts a tool of an MCP server to one that calls it, with the server's names of parameters. */
export function convertDeclaration(tool: McpDeclaration, { name, group, server, isTrusted }: DeclarationContext): ImportedTool {
  const notes: string[] = [...findLeftOutKeywords(tool.inputSchema)];
  const schema = parametersOf(tool.inputSchema, notes);
  const result = tool.outputSchema === undefined ? undefined : resultOf(tool.outputSchema, notes);
  const effects = guessEffects(tool.annotations, { isTrusted });
  const text = shortenText(tool.description || tool.title, mostDescription);
  if (tool.description.length > mostDescription) notes.push("Its description is cut: the server's is longer than a model should read.");
  const spec: JsonObject = {
    name,
    description: text === "" ? `Calls ${tool.name} of the MCP server ${server}.` : asSentence(text),
    ...effects.keys,
    toolsets: [group],
    ...(schema === undefined ? {} : { schema }),
    mcp: { server, tool: tool.name },
    ...(result === undefined ? {} : { output: { schema: result } }),
  };
  const comments = { ...effects.comments, ...(text === "" ? { "/description": "guessed: the server doesn't describe the tool" } : {}) };
  return { name, origin: tool.name, spec, comments, notes: [...new Set(notes)] };
}

function parametersOf(inputSchema: JsonObject, notes: string[]): JsonObject | undefined {
  const { type: _type, description: _description, ...converted } = converting(inputSchema, notes, "schema");
  const required = requiredNames(inputSchema);
  const left = Object.entries(isJsonObject(inputSchema.properties) ? inputSchema.properties : {}).filter(
    ([name, value]) => !isNeeded(value, required.includes(name), inputSchema),
  );
  if (left.length > 0)
    notes.push(`schema has no ${left.map(([name]) => `'${name}'`).join(", ")}: deprecated, read-only, or a reference beyond the schema.`);
  const isOpen = inputSchema.additionalProperties === true || isJsonObject(inputSchema.additionalProperties);
  // A spec is closed unless it says otherwise, and the server takes other parameters too.
  const open = isOpen && converted.additionalProperties === undefined ? { additionalProperties: true } : {};
  const schema = { ...converted, ...open };
  return Object.keys(schema).length === 0 ? undefined : sortSchema(schema);
}

function resultOf(outputSchema: JsonValue, notes: string[]): JsonObject | undefined {
  const converted = isJsonObject(outputSchema) ? converting(outputSchema, notes, "the result") : {};
  if (isJsonObject(converted.properties)) return sortSchema(converted);
  notes.push("The schema of its result is left out: it is not a schema of an object with properties.");
  return undefined;
}

function converting(root: JsonObject, notes: string[], at: string): JsonObject {
  const state = { root, notes: [] as string[], subschemas: 0 };
  const converted = convertSchema(root, state, at);
  if (state.subschemas > schemaLimits.subschemas) notes.push(`${at} has more parts than a model should read.`);
  notes.push(...state.notes.map((note) => note.replace("because the document nests", "because the server nests")));
  return converted;
}
