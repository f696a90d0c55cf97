import type { JsonObject, JsonValue } from "../../runtime/json/json-value.js";
import { slowPattern } from "../../runtime/pattern/slow-pattern.js";

/** The formats that are checked. Others, such as `int64` and `password`, would only be warnings. */
const formats = [
  ...["date-time", "date", "time", "duration", "email", "hostname", "ipv4", "ipv6"],
  ...["uri", "uri-reference", "uuid", "json-pointer", "regex"],
];

const types = ["string", "integer", "number", "boolean", "null", "array", "object"];
const counts = ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"];
const numbers = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];

/** Returns the types of a schema of either version, without those that don't exist. */
export function schemaTypes({ type, nullable, properties, items }: JsonObject): readonly string[] {
  const typeNames = (Array.isArray(type) ? type : [type]).filter((one): one is string => typeof one === "string" && types.includes(one));
  const all = typeNames.length > 0 ? typeNames : properties !== undefined ? ["object"] : items !== undefined ? ["array"] : [];
  return nullable === true && all.length > 0 && !all.includes("null") ? [...all, "null"] : all;
}

/** Returns the keywords about a single value, in the form of JSON Schema 2020-12. Invalid ones are left out. */
export function valueKeywords(schema: JsonObject): JsonObject {
  const all = schemaTypes(schema);
  return {
    ...(all.length === 0 ? {} : { type: all.length === 1 ? (all[0] ?? "") : all }),
    ...choices(schema),
    ...limits(schema),
    ...pattern(schema),
    ...(typeof schema.format === "string" && formats.includes(schema.format) ? { format: schema.format } : {}),
    ...(schema.uniqueItems === true ? { uniqueItems: true } : {}),
  };
}

/** A choice that may be null needs it among its values, too. */
function choices(schema: JsonObject): JsonObject {
  const { enum: values, const: constant } = schema;
  const isNullable = schemaTypes(schema).includes("null");
  if (constant !== undefined) return { const: constant };
  if (!Array.isArray(values) || values.length === 0) return {};
  const all: readonly JsonValue[] = isNullable && !values.includes(null) ? [...values, null] : values;
  return { enum: [...new Map(all.map((value) => [JSON.stringify(value), value])).values()] };
}

/** In OpenAPI 3.0, `exclusiveMinimum: true` says that `minimum` is exclusive. */
function limits(schema: JsonObject): JsonObject {
  const exclusive = (["minimum", "maximum"] as const).flatMap((name) => {
    const own = `exclusive${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    return schema[own] === true && typeof schema[name] === "number" ? [[name, own] as const] : [];
  });
  const renamed = new Map<string, string>(exclusive);
  const kept = [...counts, ...numbers].flatMap((name) => {
    const value = schema[name];
    if (typeof value !== "number" || !Number.isFinite(value)) return [];
    if (counts.includes(name) && (!Number.isInteger(value) || value < 0)) return [];
    if (name === "multipleOf" && value <= 0) return [];
    // Limits of 64-bit integers can't be written exactly, and refuse nothing that a model would send.
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return [];
    return [[renamed.get(name) ?? name, value] as const];
  });
  return Object.fromEntries(kept);
}

function pattern({ pattern: given, maxLength }: JsonObject): JsonObject {
  if (typeof given !== "string" || given.length > 500) return {};
  try {
    new RegExp(given, "u");
  } catch {
    return {};
  }
  const isSlow = slowPattern(given, { maxLength: typeof maxLength === "number" ? maxLength : undefined }) !== undefined;
  return isSlow ? {} : { pattern: given };
}
