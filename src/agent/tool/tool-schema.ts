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
  if (target === "draft-07") return draft07(schema) as Record<string, JsonValue>;
  throw new TypeError(`The JSON Schema of a tool is there in draft-2020-12 and draft-07, not in ${target}.`);
}

/** Keywords of which the value isn't a schema, or holds none. */
const plain = new Set(["const", "enum", "default", "examples", "required", "type"]);
/** Keywords whose value has a schema under each name. */
const maps = new Set(["properties", "patternProperties", "$defs", "dependentSchemas"]);
/** Without an equivalent: what they forbid, the tool still refuses. */
const later = new Set(["unevaluatedProperties", "unevaluatedItems", "minContains", "maxContains", "$dynamicRef", "$dynamicAnchor"]);

/** A schema of 2020-12 in the words of draft-07. References keep their addresses, which both resolve alike. */
function draft07(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(draft07);
  if (!isJsonObject(schema)) return schema;
  const { prefixItems, dependentRequired, dependentSchemas, items, $ref, ...others } = schema;
  const dependencies = {
    ...(isJsonObject(dependentRequired) && dependentRequired),
    ...(isJsonObject(dependentSchemas) && each(dependentSchemas)),
  };
  const result: JsonObject = {
    ...Object.fromEntries(Object.entries(others).flatMap(([key, value]) => (later.has(key) ? [] : [[key, inner(key, value)]]))),
    ...(prefixItems === undefined
      ? items !== undefined && { items: draft07(items) }
      : { items: draft07(prefixItems), ...(items !== undefined && { additionalItems: draft07(items) }) }),
    ...(Object.keys(dependencies).length > 0 && { dependencies }),
  };
  if ($ref === undefined) return result;
  // draft-07 ignores what is beside a reference.
  const beside = Array.isArray(result.allOf) ? (result.allOf as readonly JsonValue[]) : [];
  return Object.keys(result).length === 0 ? { $ref } : { ...result, allOf: [...beside, { $ref }] };
}

const inner = (key: string, value: JsonValue): JsonValue =>
  plain.has(key) ? value : maps.has(key) && isJsonObject(value) ? each(value) : draft07(value);

const each = (schemas: JsonObject): JsonObject => Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, draft07(one)]));
