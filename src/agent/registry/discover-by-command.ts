import { runProgramAsync } from "../../call/run-program.js";
import type { RunOutcome } from "../../contract/call-result.js";
import { lastOutput, quoteStart } from "../../contract/display-text.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import { wholeEnvironment } from "../../contract/process.js";
import { mostBytes } from "../../contract/tool-result.js";
import { contextOf, type ToolEnvironment } from "../tool/tool-invocation.js";
import { splitCommand } from "./split-command.js";

export interface DiscoveryOptions {
  readonly environment: ToolEnvironment;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Runs a discovery command in the workspace, with an empty standard input, and reads the tools that it prints. Rejects
 * when it is aborted.
 */
export async function discoverByCommand(command: string, { environment, timeoutMs, signal }: DiscoveryOptions): Promise<Discovery> {
  const split = splitCommand(command);
  if (!split.ok) return failed(split.message);
  const { workspace, env } = contextOf(environment);
  const call = { program: split.program, args: split.args, cwd: workspace, env: wholeEnvironment(env), stdin: undefined };
  // It has no state to save, so it is killed at the limit without a grace period.
  const outcome = await runProgramAsync(call, { timeoutMs, signal, mostBytes, graceMs: 0 });
  if (outcome.kind === "exited" && outcome.code === 0) return parseDiscovery(outcome.stdout.toString());
  return failed(`${ending(outcome)}${outputSentence(outcome)}`);
}

const failed = (message: string): Discovery => ({ tools: [], problems: [message] });

function ending(outcome: RunOutcome): string {
  switch (outcome.kind) {
    case "exited":
      return `It exited with ${outcome.code}.`;
    case "signalled":
      return `It was ended by ${outcome.signal}.`;
    case "timedOut":
      return `It took longer than ${outcome.timeoutMs / 1000} s and was ended.`;
    case "flooded":
      return `It printed more than ${mostBytes / 1024 / 1024} MiB and was ended.`;
    default:
      return outcome.message;
  }
}

function outputSentence(outcome: RunOutcome): string {
  const words = "stderr" in outcome ? lastOutput(outcome.stderr.toString()) : undefined;
  return words === undefined ? "" : ` It said: ${words}`;
}

/** A tool as a discovery command declared it. */
export interface Discovered {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parameterSchema: JsonObject;
}

interface Discovery {
  readonly tools: readonly Discovered[];
  /** A sentence for each part that can't be used. */
  readonly problems: readonly string[];
}

/**
 * Reads the output of a discovery command: an array of tools (`{name, …}`) or of lists of them
 * (`{functionDeclarations: […]}`, `{function_declarations: […]}`), or a single such list.
 */
function parseDiscovery(text: string): Discovery {
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

const types: ReadonlyMap<string, string> = new Map(
  Object.entries({
    STRING: "string",
    NUMBER: "number",
    INTEGER: "integer",
    BOOLEAN: "boolean",
    ARRAY: "array",
    OBJECT: "object",
    NULL: "null",
  }),
);
/** Keywords with numeric values, which that dialect writes as text because its numbers have 64 bits. */
const numbers = new Set(["minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"]);
const maps = new Set(["properties", "patternProperties", "$defs", "definitions"]);
const schemas = new Set(["items", "additionalProperties", "not"]);
const lists = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);

/**
 * Returns the JSON Schema of a tool's parameters from its declaration: JSON Schema unchanged, or converted from the
 * OpenAPI dialect of Gemini's `Schema` (types in capitals, `nullable`). Returns `undefined` if it isn't a schema of an
 * object.
 */
function parameterSchema(declared: JsonValue): JsonObject | undefined {
  if (!isJsonObject(declared)) return undefined;
  const schema = inDialect(declared) ? converted(declared) : declared;
  if (!isJsonObject(schema)) return undefined;
  if (schema.type === undefined) return { type: "object", ...schema };
  return schema.type === "object" ? schema : undefined;
}

const inDialect = (schema: JsonObject) => typeof schema.type === "string" && types.has(schema.type);

function converted(schema: JsonValue): JsonValue {
  if (!isJsonObject(schema)) return schema;
  const { nullable, propertyOrdering: _, ...kept } = schema;
  const result = Object.fromEntries(Object.entries(kept).map(([keyword, value]) => [keyword, convertedValue(keyword, value)]));
  if (nullable !== true) return result;
  const orNull = Array.isArray(result.enum) ? { enum: [...result.enum, null] } : {};
  return typeof result.type === "string" ? { ...result, type: [result.type, "null"], ...orNull } : result;
}

function convertedValue(keyword: string, value: JsonValue): JsonValue {
  if (keyword === "type" && typeof value === "string") return types.get(value) ?? value;
  if (numbers.has(keyword) && typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value))) return Number(value);
  if (schemas.has(keyword)) return converted(value);
  if (lists.has(keyword) && Array.isArray(value)) return value.map(converted);
  if (maps.has(keyword) && isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, converted(schema)]));
  return value;
}
