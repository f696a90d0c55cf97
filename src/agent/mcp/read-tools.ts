import { randomUUID } from "node:crypto";
import { argumentsHash } from "../../call/call-record.js";
import { quoteStart } from "../../contract/display-text.js";
import { plainText } from "../../contract/exact-json.late.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";

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

/** A parameter that a call repeats in a header, for what is between the client and the server (`x-mcp-header`). */
export interface HeaderParameter {
  readonly header: string;
  /** The keys that lead to its value in the arguments. */
  readonly path: readonly string[];
}

const keyword = "x-mcp-header";

/** A token of RFC 9110, as in a header's name. */
const token = /^[!#$%&'*+.^_`|~\w-]+$/;

const types: ReadonlySet<unknown> = new Set(["string", "integer", "boolean"]);

/**
 * Returns the parameters of a schema that are headers too, or what is wrong with one: the protocol doesn't allow to
 * call such a tool. A header belongs to a parameter, or a property of one, that has one simple type.
 */
export function headerParameters(schema: JsonObject): readonly HeaderParameter[] | string {
  if (!JSON.stringify(schema).includes(`"${keyword}"`)) return [];
  const found: HeaderParameter[] = [];
  const names = new Set<string>();
  /** Visits a schema. `path` is absent where its values aren't parameters. */
  const problemIn = (node: JsonValue, path: readonly string[] | undefined): string | undefined => {
    if (Array.isArray(node)) return firstProblem(node.map((item) => () => problemIn(item, undefined)));
    if (!isJsonObject(node)) return undefined;
    const { [keyword]: header, properties, type } = node;
    if (header !== undefined) {
      if (path === undefined || path.length === 0) return `${keyword} is not at a parameter`;
      if (typeof header !== "string" || !token.test(header)) return `${keyword} is not a header's name`;
      if (!types.has(type)) return `${keyword} is at a parameter that is not a string, an integer or a boolean`;
      if (names.has(header.toLowerCase())) return `two parameters have the same ${keyword}`;
      names.add(header.toLowerCase());
      found.push({ header, path });
    }
    const nested = isJsonObject(properties) ? Object.entries(properties) : [];
    const others = Object.entries(node).filter(([key]) => key !== keyword && key !== "properties" && !values.has(key));
    return firstProblem([
      ...nested.map(
        ([name, child]) =>
          () =>
            problemIn(child, path && [...path, name]),
      ),
      ...others.map(
        ([key, child]) =>
          () =>
            problemIn(maps.has(key) && isJsonObject(child) ? Object.values(child) : child, undefined),
      ),
    ]);
  };
  return problemIn(schema, []) ?? found;
}

/** Keywords whose values are data, which may have any keys. */
const values: ReadonlySet<string> = new Set(["const", "default", "enum", "examples"]);

/** Keywords whose values are schemas by name. */
const maps: ReadonlySet<string> = new Set(["$defs", "definitions", "dependentSchemas", "patternProperties"]);

function firstProblem(visits: readonly (() => string | undefined)[]): string | undefined {
  for (const visit of visits) {
    const problem = visit();
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Returns the headers of a call. A parameter without a value has none. */
export function parameterHeaders(parameters: readonly HeaderParameter[], args: JsonObject): Readonly<Record<string, string>> {
  const headers = parameters.flatMap(({ header, path }) => {
    const value = path.reduce<JsonValue | undefined>(
      (node, key) => (isJsonObject(node) && Object.hasOwn(node, key) ? node[key] : undefined),
      args,
    );
    const isText = typeof value === "string" || typeof value === "boolean" || Number.isSafeInteger(value);
    const text = isText ? plainText(String(value)) : undefined;
    return text === undefined ? [] : [[`Mcp-Param-${header}`, encoded(text)] as const];
  });
  return Object.fromEntries(headers);
}

/** Text that a header can't have as it is, or that looks encoded, is sent in Base64. */
const encoded = (text: string): string =>
  /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text)
    ? text
    : `=?base64?${Buffer.from(text).toString("base64")}?=`;
