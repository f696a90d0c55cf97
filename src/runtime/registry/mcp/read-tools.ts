import { randomUUID } from "node:crypto";
import { isJsonObject, type JsonObject } from "../../json/json-value.js";
import { argumentsHash } from "../../telemetry/audit/arguments-hash.js";
import { quoteStart } from "../quote-start.js";
import { type HeaderParameter, headerParameters } from "./header-parameters.js";

/** A tool as a server declared it. */
export interface McpTool {
  readonly name: string;
  /** For people. */
  readonly title: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly inputSchema: JsonObject;
  readonly annotations: JsonObject;
  /** A hash of all this, whatever the order of its keys. */
  readonly declared: string;
  /** The parameters that a call repeats in headers. */
  readonly headers: readonly HeaderParameter[];
}

export interface McpToolList {
  readonly tools: readonly McpTool[];
  /** A sentence for each part that can't be used. */
  readonly problems: readonly string[];
}

/** Narrows a list of tools. A flawed one is left out; the others stay. */
export function readTools(list: readonly unknown[], { hasParameterHeaders = false } = {}): McpToolList {
  const tools: McpTool[] = [];
  const problems: string[] = [];
  for (const item of list) {
    const tool = readShallowTool(item, hasParameterHeaders);
    if (typeof tool === "string") problems.push(tool);
    else tools.push(tool);
  }
  return { tools, problems };
}

/** A schema that is nested too deeply for the stack is a flaw of its tool alone. */
function readShallowTool(item: unknown, hasHeaders: boolean): McpTool | string {
  try {
    return readTool(item, hasHeaders);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const { name }: { readonly name?: unknown } = Object(item);
    return `The tool ${quoteStart(String(name), 64)} was left out: its inputSchema is nested too deeply.`;
  }
}

function readTool(item: unknown, hasHeaders: boolean): McpTool | string {
  if (!isJsonObject(item) || typeof item.name !== "string" || item.name === "") return "A tool has no name and was left out.";
  const { name, inputSchema = {} } = item;
  const annotations = isJsonObject(item.annotations) ? item.annotations : {};
  if (!isJsonObject(inputSchema) || (inputSchema.type ?? "object") !== "object")
    return `The tool ${quoteStart(name, 64)} was left out: its inputSchema is not an object schema.`;
  const headers = hasHeaders ? headerParameters(inputSchema) : [];
  if (typeof headers === "string") return `The tool ${quoteStart(name, 64)} was left out: ${headers}.`;
  const tool = {
    name,
    title: firstText(item.title, annotations.title, name),
    description: firstText(item.description, ""),
    inputSchema: { type: "object", ...inputSchema },
    annotations,
  };
  // A declaration that can't be hashed never counts as the same.
  return { ...tool, declared: argumentsHash(tool)?.slice(0, 32) ?? randomUUID(), headers };
}

const firstText = (...values: readonly unknown[]) => values.find((value) => typeof value === "string") ?? "";

/**
 * Returns true if the settings of a server allow one of its tools. Gemini CLI also accepts `tool(args)`, of which only
 * the name counts.
 */
export function isOffered(
  name: string,
  { includeTools, excludeTools }: { readonly includeTools?: readonly string[]; readonly excludeTools?: readonly string[] },
): boolean {
  const isIn = (list: readonly string[]) => list.some((entry) => entry === name || entry.startsWith(`${name}(`));
  if (excludeTools?.includes(name)) return false;
  return includeTools === undefined || isIn(includeTools);
}
