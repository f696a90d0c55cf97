import { isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import type { ImportedTool, McpDeclaration } from "../imported-tool.js";
import { asSentence, shortenText } from "../text/visible-text.js";
import { convertSchema, isNeeded, requiredNames, schemaLimits, sortSchema } from "./convert-schema.js";
import { valueKeywords } from "./value-keywords.js";

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
  return { name, origin: tool.name, spec, comments, notes: [...new Set(notes)], declared: tool.declared };
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

/** The keys of a spec that say what a tool does, and the comments on them by JSON Pointers. */
interface GuessedEffects {
  readonly keys: JsonObject;
  readonly comments: Readonly<Record<string, string>>;
}

const guessed = "guessed from the server's annotations";
const trusted = "as the server says, which --trust believes";

/**
 * Guesses the kind and the risk of a tool from the annotations of its server. A tool that only reads by its server's
 * word is still confirmed, unless the user trusts that word. A tool without annotations is confirmed, too.
 */
function guessEffects(annotations: JsonObject, { isTrusted }: { readonly isTrusted: boolean }): GuessedEffects {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  // A tool that changes something is destructive unless its server says otherwise.
  const additive = readOnlyHint !== true && destructiveHint === false ? { destructiveHint } : {};
  const others = Object.entries({ ...additive, idempotentHint, openWorldHint }).filter(([, hint]) => typeof hint === "boolean");
  const hints = others.length === 0 ? {} : { annotations: Object.fromEntries(others) as JsonObject };
  const comments = others.length === 0 ? {} : { "/annotations": "as the server has them" };
  if (readOnlyHint === true) {
    const keys: JsonObject = isTrusted
      ? { risk: "safe", annotations: { readOnlyHint, ...Object.fromEntries(others) } as JsonObject }
      : hints;
    const kind = isTrusted ? trusted : `${guessed}. Import with --trust, or write 'risk: safe', to let calls run without asking`;
    return { keys: { kind: "read", ...keys }, comments: { "/kind": kind, ...comments } };
  }
  if (destructiveHint === true)
    return { keys: { kind: "other", risk: "dangerous", ...hints }, comments: { "/kind": guessed, "/risk": guessed, ...comments } };
  if (destructiveHint === false) return { keys: { kind: "edit", risk: "moderate", ...hints }, comments: { "/kind": guessed, ...comments } };
  return {
    keys: { kind: "other", risk: "moderate", ...hints },
    comments: { "/kind": "guessed: the server doesn't say what the tool changes", ...comments },
  };
}

/** Keywords that stay, become words of a description, or say nothing about values. */
const known: ReadonlySet<string> = new Set([
  ...[
    "type",
    "title",
    "description",
    "default",
    "examples",
    "example",
    "enum",
    "const",
    "format",
    "nullable",
    "deprecated",
    "readOnly",
    "writeOnly",
  ],
  ...["properties", "required", "additionalProperties", "items", "anyOf", "oneOf", "allOf", "$ref", "$defs", "definitions"],
  ...["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "uniqueItems"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "pattern", "$schema", "$id", "$comment"],
]);

/** Keywords that are left out if they are slow to check or contradict each other. */
const restrictions = ["pattern", "enum", "minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"];

/** Branches that say which keys go together, and nothing about values: an imported schema has no place for them. */
const isAboutKeysAlone = (branches: JsonValue | undefined): boolean =>
  Array.isArray(branches) &&
  branches.some(
    (branch: JsonValue) =>
      isJsonObject(branch) && Object.keys(branch).length > 0 && Object.keys(branch).every((key) => ["required", "not"].includes(key)),
  );

/** A schema that nests more deeply, or has more parts, isn't shown to a model whole anyway. */
const mostDepth = 20;
const mostParts = 2000;

/**
 * Returns a sentence for each keyword of a schema that the imported one lacks: calls aren't checked by it, but the
 * server still checks it.
 */
export function findLeftOutKeywords(root: JsonObject): readonly string[] {
  const found = new Map<string, Set<string>>();
  let parts = 0;
  const note = (keyword: string, at: string) => found.set(keyword, (found.get(keyword) ?? new Set()).add(at));
  const visit = (schema: JsonValue | undefined, at: string, depth: number): void => {
    if (!isJsonObject(schema) || depth > mostDepth || ++parts > mostParts) return;
    for (const keyword of Object.keys(schema)) if (!known.has(keyword) && !keyword.startsWith("x-")) note(keyword, at);
    const kept = valueKeywords(schema);
    for (const keyword of restrictions) if (schema[keyword] !== undefined && kept[keyword] === undefined) note(keyword, at);
    if (schema.anyOf !== undefined && schema.oneOf !== undefined) note("anyOf", at);
    for (const keyword of ["anyOf", "oneOf", "allOf"]) if (isAboutKeysAlone(schema[keyword])) note(keyword, at);
    if (Array.isArray(schema.items)) note("items", at);
    for (const [map, path] of [
      ["properties", `${at}.`],
      ["$defs", ""],
      ["definitions", ""],
    ] as const)
      for (const [name, child] of Object.entries(isJsonObject(schema[map]) ? schema[map] : {})) visit(child, `${path}${name}`, depth + 1);
    for (const key of ["items", "additionalProperties"]) visit(schema[key], `${at}[]`, depth + 1);
    for (const key of ["anyOf", "oneOf", "allOf"])
      for (const child of Array.isArray(schema[key]) ? (schema[key] as readonly JsonValue[]) : []) visit(child, at, depth + 1);
  };
  visit(root, "schema", 0);
  return [...found].map(([keyword, places]) => {
    const [first = "", ...more] = places;
    return `'${keyword}' of ${first}${more.length === 0 ? "" : ` and ${more.length} more`} is left out: only the server checks it.`;
  });
}
