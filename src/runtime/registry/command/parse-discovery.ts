import { isJsonObject, type JsonObject, type JsonValue } from "../../json/json-value.js";
import { quoteStart } from "../quote-start.js";
import { parameterSchema } from "./parameter-schema.js";

/** A tool as a discovery command declared it. */
export interface Discovered {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parameterSchema: JsonObject;
}

export interface Discovery {
  readonly tools: readonly Discovered[];
  /** A sentence for each part that can't be used. */
  readonly problems: readonly string[];
}

/**
 * Reads the output of a discovery command: an array of tools (`{name, …}`) or of lists of them
 * (`{functionDeclarations: […]}`, `{function_declarations: […]}`), or a single such list.
 */
export function parseDiscovery(text: string): Discovery {
  const json = parsed(text);
  if (json === undefined) return { tools: [], problems: [notJson(text)] };
  const items = Array.isArray(json) ? (json as readonly JsonValue[]) : listIn(json) === undefined ? undefined : [json];
  if (items === undefined) return { tools: [], problems: [`It printed JSON that is not an array of tools: ${quoteStart(text)}.`] };
  const tools: Discovered[] = [];
  const problems: string[] = [];
  for (const declared of items.flatMap((item) => listIn(item) ?? [item])) {
    const tool = discovered(declared);
    if (typeof tool === "string") problems.push(tool);
    else tools.push(tool);
  }
  return { tools, problems };
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

function notJson(text: string): string {
  if (text.trim() === "") return "It printed nothing on standard output, where an array of tools in JSON belongs.";
  const start = text.search(/[[{]/);
  const banner = start > 0 && parsed(text.slice(start)) !== undefined;
  const advice = banner
    ? " The tools come after that: print everything else on standard error."
    : " Only an array of tools in JSON belongs there.";
  return `Its standard output is not JSON; it begins with ${quoteStart(text)}.${advice}`;
}

function listIn(item: JsonValue): readonly JsonValue[] | undefined {
  if (!isJsonObject(item)) return undefined;
  const list = item.function_declarations ?? item.functionDeclarations;
  return Array.isArray(list) ? list : undefined;
}

/** Returns the tool, or its problem. */
function discovered(item: JsonValue): Discovered | string {
  if (!isJsonObject(item) || typeof item.name !== "string" || item.name === "")
    return `A tool has no name and was left out: ${quoteStart(JSON.stringify(item))}.`;
  const schema = item.parametersJsonSchema ?? item.parameters;
  const { name } = item;
  const description = typeof item.description === "string" ? item.description : "";
  if (schema === undefined || schema === null) return { name, description, parameterSchema: { type: "object", properties: {} } };
  const found = parameterSchema(schema);
  return found === undefined
    ? `The tool '${quoteStart(name, 64)}' was left out: the schema of its parameters is not an object schema.`
    : { name, description, parameterSchema: found };
}
