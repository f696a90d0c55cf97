import { problemText } from "../../call/problem-text.late.js";
import { isJsonObject, type JsonObject, type JsonValue, type Steps } from "../../contract/json-value.js";
import type { Problem } from "../../contract/problem.js";
import { normalizeUncounted } from "./base-declarative-tool.js";
import type { CheckedTool } from "./declarative-tool.js";

/**
 * A tool's parameters as a Standard Schema and as a Standard JSON Schema (version 1 of both), which libraries take
 * without an adapter. `types` is never set.
 */
export interface ToolSchema<TInput = unknown, TOutput = TInput> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "toolgen";
    readonly types?: { readonly input: TInput; readonly output: TOutput } | undefined;
    /** Returns the arguments that a call would get, or the problems. It isn't a call: nothing is counted or logged. */
    readonly validate: (value: unknown) => ToolSchemaResult<TOutput>;
    readonly jsonSchema: {
      /** The schema of what a caller may give. Throws for a `target` other than `draft-2020-12` and `draft-07`. */
      readonly input: (options: ToolSchemaTarget) => Record<string, unknown>;
      /** The schema of what a call gets: parameters with a default are required. */
      readonly output: (options: ToolSchemaTarget) => Record<string, unknown>;
    };
  };
}

/** The result of validation: the value, or problems of it. */
export type ToolSchemaResult<TOutput> =
  | { readonly value: TOutput; readonly issues?: undefined }
  | { readonly issues: readonly ToolSchemaIssue[] };

/** A problem, in words for a model, and its path in the arguments. */
export interface ToolSchemaIssue {
  readonly message: string;
  readonly path?: Steps;
}

/** The version of JSON Schema that is asked for. */
export interface ToolSchemaTarget {
  readonly target: string;
}

/** Returns the Standard Schema of a tool's parameters, with the repairs and the defaults of its calls. */
export function toolSchema<TInput extends object, TOutput extends TInput>(
  tool: Pick<CheckedTool, "definition" | "parameterSchema" | "validate">,
): ToolSchema<TInput, TOutput> {
  return {
    "~standard": {
      version: 1,
      vendor: "toolgen",
      validate: (value) => {
        const normalized = normalizeUncounted<TOutput>(tool, value);
        return normalized.ok ? { value: normalized.params } : { issues: issuesOf(normalized.problems) };
      },
      jsonSchema: {
        input: ({ target }) => inTarget(tool.parameterSchema, target),
        output: ({ target }) => inTarget(withDefaults(tool), target),
      },
    },
  };
}

/** Advice isn't a problem: a refusal without it has the same. */
const isAdvice = ({ code }: Problem) => code === "suggested-call";

function issuesOf(problems: readonly Problem[]): readonly ToolSchemaIssue[] {
  return problems
    .filter((problem) => !isAdvice(problem))
    .map((problem) => ({ message: problemText(problem), ...("path" in problem && { path: problem.path }) }));
}

function withDefaults({ parameterSchema, definition }: Pick<CheckedTool, "definition" | "parameterSchema">): JsonObject {
  const required = Array.isArray(parameterSchema.required) ? (parameterSchema.required as readonly JsonValue[]) : [];
  return { ...parameterSchema, required: [...new Set([...required, ...Object.keys(definition.defaults)])] };
}

function inTarget(schema: JsonObject, target: string): Record<string, unknown> {
  if (target === "draft-2020-12") return structuredClone(schema);
  if (target === "draft-07") return draft07(schema, schema) as Record<string, JsonValue>;
  throw new TypeError(`The JSON Schema of a tool is there in draft-2020-12 and draft-07, not in ${target}.`);
}

/** Keywords of which the value isn't a schema, or holds none. */
const plain = new Set(["const", "enum", "default", "examples", "required", "type"]);
/** Keywords whose value has a schema under each name. */
const maps = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);
/** Without an equivalent: what they forbid, the tool still refuses. */
const later = new Set(["unevaluatedProperties", "unevaluatedItems", "minContains", "maxContains", "$dynamicRef", "$dynamicAnchor"]);

/** Keywords whose value has a schema at each index. */
const lists = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);

/** A schema of 2020-12 in the words of draft-07. `root` is the whole schema, which references point into. */
function draft07(schema: JsonValue, root: JsonObject): JsonValue {
  if (Array.isArray(schema)) return schema.map((one) => draft07(one, root));
  if (!isJsonObject(schema)) return schema;
  const { prefixItems, dependentRequired, dependentSchemas, items, $ref: reference, ...others } = schema;
  const required = isJsonObject(dependentRequired) ? dependentRequired : {};
  const schemas = isJsonObject(dependentSchemas) ? each(dependentSchemas, root) : {};
  const both = Object.entries(schemas).filter(([name]) => Object.hasOwn(required, name));
  const dependencies = {
    ...required,
    ...schemas,
    ...Object.fromEntries(both.map(([name, one]) => [name, { allOf: [{ required: required[name] as JsonValue }, one] }])),
  };
  const result: JsonObject = {
    ...Object.fromEntries(Object.entries(others).flatMap(([key, value]) => (later.has(key) ? [] : [[key, inner(key, value, root)]]))),
    ...(prefixItems === undefined
      ? items !== undefined && { items: draft07(items, root) }
      : { items: draft07(prefixItems, root), ...(items !== undefined && { additionalItems: draft07(items, root) }) }),
    ...(Object.keys(dependencies).length > 0 && { dependencies }),
  };
  if (reference === undefined) return result;
  const $ref = typeof reference === "string" ? pointer07(reference, root) : reference;
  // draft-07 ignores what is beside a reference.
  const beside = Array.isArray(result.allOf) ? (result.allOf as readonly JsonValue[]) : [];
  return Object.keys(result).length === 0 ? { $ref } : { ...result, allOf: [...beside, { $ref }] };
}

const inner = (key: string, value: JsonValue, root: JsonObject): JsonValue =>
  plain.has(key) ? value : maps.has(key) && isJsonObject(value) ? each(value, root) : draft07(value, root);

const each = (schemas: JsonObject, root: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, draft07(one, root)]));

/** Returns the address in draft-07 of the schema that a reference points to. */
function pointer07(reference: string, root: JsonObject): string {
  if (!reference.startsWith("#/")) return reference;
  const written: string[] = [];
  const steps = reference.slice(2).split("/");
  let schema: JsonValue | undefined = root;
  while (steps.length > 0) {
    const keyword = steps.shift() ?? "";
    const value: JsonValue | undefined = memberOf(schema, keyword);
    const isTuple = memberOf(schema, "prefixItems") !== undefined;
    written.push(keyword === "items" && isTuple ? "additionalItems" : (renamed.get(keyword) ?? keyword));
    const name = maps.has(keyword) || lists.has(keyword) ? steps.shift() : undefined;
    if (name !== undefined) written.push(name);
    const isBoth = keyword === "dependentSchemas" && memberOf(memberOf(schema, "dependentRequired"), name) !== undefined;
    if (isBoth) written.push("allOf", "1");
    schema = name === undefined ? value : memberOf(value, name);
  }
  return `#/${written.join("/")}`;
}

const renamed: ReadonlyMap<string, string> = new Map([
  ["prefixItems", "items"],
  ["dependentSchemas", "dependencies"],
]);

/** The member that a step of a pointer names, which is escaped as in a URL. */
function memberOf(value: JsonValue | undefined, step = ""): JsonValue | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const name = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
  return Object.hasOwn(value, name) ? (value as JsonObject)[name] : undefined;
}
