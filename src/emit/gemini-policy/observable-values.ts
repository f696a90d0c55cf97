import type { ToolModel } from "../../model/tool.js";
import type { ToolDefinition } from "../../runtime/contract/definition.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { matchesSchema } from "../../runtime/policy/matches-schema.js";

/** A value of a parameter that a pattern can see in a call as a model sent it. */
export type ObservableValue =
  | { readonly kind: "is"; readonly value: string | number | boolean }
  | { readonly kind: "absent" }
  /** A text other than these. */
  | { readonly kind: "other"; readonly than: readonly string[] };

/**
 * The visible values of a parameter with conditions, and their values in the checked call; or the reason why there are
 * none.
 */
export interface ObservableValues {
  readonly seen: readonly { readonly given: ObservableValue; readonly value: JsonValue }[];
  readonly because: string;
  /** True if all possible values are among them. */
  readonly isWhole: boolean;
}

type Scalar = string | number | boolean;
const isScalar = (value: JsonValue): value is Scalar => ["string", "number", "boolean"].includes(typeof value);

/** A value that no condition lists. */
const unlisted = "\0unlisted";

/**
 * Returns the visible values of a parameter. Under its own name and with a valid value, nothing is repaired, so a
 * pattern sees the value that decides. That doesn't hold if its value can also be at another path or in another shape,
 * nor for paths, which are resolved before they are compared. `listed` are the values in conditions.
 */
export function observableValues(tool: ToolModel, param: string, listed: readonly JsonValue[]): ObservableValues {
  const { definition, schema } = tool;
  const own = isJsonObject(schema.properties) ? schema.properties[param] : undefined;
  const isRequired = Array.isArray(schema.required) && schema.required.includes(param);
  const fallback = Object.hasOwn(definition.defaults, param) ? definition.defaults[param] : undefined;
  if (!isPlain(schema) || !isJsonObject(own)) return { seen: [], isWhole: false, because: "its schema relates parameters to each other" };
  if (isReshaped(definition, param)) return { seen: [], isWhole: false, because: `\`${param}\` can be given in another place or shape` };
  const isPath = definition.paths.some(({ target }) => target[0] === param);
  const absent = isRequired || (isPath && fallback !== undefined) ? [] : [{ given: { kind: "absent" } as const, value: fallback ?? null }];
  if (isPath) return { seen: absent, isWhole: false, because: `the target of \`${param}\` is only known during a call` };
  const values = [...new Set([...listed, ...countable(own)].filter(isScalar))].filter((value) => matchesSchema(value, withoutDefault(own)));
  const listedValues = values.map((value) => ({ given: { kind: "is", value } as const, value }));
  const texts = values.filter((value) => typeof value === "string");
  const other = isAnyText(own) ? [{ given: { kind: "other", than: texts } as const, value: unlisted }] : [];
  const isWhole = isAnyText(own) || countable(own).length > 0;
  return {
    seen: [...listedValues, ...absent, ...other],
    isWhole,
    because: `its condition on \`${param}\` isn't a list of single values`,
  };
}

/** Keywords at the root under which a parameter is validated only by its own schema. */
const plainKeywords = ["type", "properties", "required", "additionalProperties", "description", "title", "$schema", "$defs", "examples"];
const isPlain = (schema: JsonObject) => Object.keys(schema).every((key) => plainKeywords.includes(key));

/** Returns true if another key can become the value of a parameter, or its value can become another one. */
function isReshaped({ coerce = [], wrap = [], aliases, ignore, ignoreIf = [] }: ToolDefinition, param: string): boolean {
  const rules = [...coerce.filter(({ kind }) => kind !== "none"), ...wrap, ...aliases.filter(({ nested }) => nested !== undefined)];
  const dropped = [...ignore, ...ignoreIf.map(({ target }) => target)].some(([name]) => name === param);
  return dropped || rules.some((rule) => textsIn(rule).includes(param));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function countable({ type, enum: listed, const: only }: JsonObject): readonly JsonValue[] {
  if (only !== undefined) return [only];
  if (Array.isArray(listed)) return listed;
  return type === "boolean" ? [true, false] : [];
}

/** It doesn't restrict the values. */
const withoutDefault = ({ default: _, ...schema }: JsonObject): JsonObject => schema;

const annotations = ["type", "description", "title", "default", "examples"];
/** Returns true if its schema accepts every text, so that none is repaired. */
const isAnyText = (schema: JsonObject) => schema.type === "string" && Object.keys(schema).every((key) => annotations.includes(key));
