import type { ToolModel } from "../../model/tool.js";
import type { ToolDefinition } from "../../runtime/contract/definition.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { matchesSchema } from "../../runtime/policy/matches-schema.js";

/** What a pattern can see of a parameter in a call as a model sent it. */
export type ObservableValue =
  | { readonly kind: "is"; readonly value: string | number | boolean }
  | { readonly kind: "absent" }
  /** A text that is none of these. */
  | { readonly kind: "other"; readonly than: readonly string[] };

/** What can be seen of a parameter that conditions ask about, with what it then is once the call is checked; or why nothing can. */
export interface ObservableValues {
  readonly seen: readonly { readonly given: ObservableValue; readonly value: JsonValue }[];
  readonly because: string;
  /** Whether all values that it can have are among them. */
  readonly isWhole: boolean;
}

type Scalar = string | number | boolean;
const isScalar = (value: JsonValue): value is Scalar => ["string", "number", "boolean"].includes(typeof value);

/** A value that no condition lists. */
const unlisted = "\0unlisted";

/**
 * Of a parameter under its own name with a value that its schema takes, nothing is repaired: what a pattern sees is what is decided by. That doesn't hold where its
 * value can also stand in another place or shape, nor of paths, which are compared as they lead. `listed` are the values that conditions name.
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
  if (isPath) return { seen: absent, isWhole: false, because: `where \`${param}\` leads is found out when it is called` };
  const values = [...new Set([...listed, ...countable(own)].filter(isScalar))].filter((value) => matchesSchema(value, withoutDefault(own)));
  const known = values.map((value) => ({ given: { kind: "is", value } as const, value }));
  const texts = values.filter((value) => typeof value === "string");
  const other = isAnyText(own) ? [{ given: { kind: "other", than: texts } as const, value: unlisted }] : [];
  const isWhole = isAnyText(own) || countable(own).length > 0;
  return {
    seen: [...known, ...absent, ...other],
    isWhole,
    because: `of \`${param}\` it takes more than single values to say when it holds`,
  };
}

/** Keywords at the root under which a parameter is judged by its own schema alone. */
const plainKeywords = ["type", "properties", "required", "additionalProperties", "description", "title", "$schema", "$defs", "examples"];
const isPlain = (schema: JsonObject) => Object.keys(schema).every((key) => plainKeywords.includes(key));

/** Whether something else than its own key can become the value of a parameter, or its value something else. */
function isReshaped({ coerce = [], wrap = [], aliases, ignore, ignoreIf = [] }: ToolDefinition, param: string): boolean {
  const rules = [...coerce.filter(({ kind }) => kind !== "none"), ...wrap, ...aliases.filter(({ places }) => places !== undefined)];
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

/** It says nothing of the values. */
const withoutDefault = ({ default: _, ...schema }: JsonObject): JsonObject => schema;

const annotations = ["type", "description", "title", "default", "examples"];
/** Whether its schema takes every text, so that none is repaired. */
const isAnyText = (schema: JsonObject) => schema.type === "string" && Object.keys(schema).every((key) => annotations.includes(key));
