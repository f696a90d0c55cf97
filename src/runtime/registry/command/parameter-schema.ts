import { isJsonObject, type JsonObject, type JsonValue } from "../../json/json-value.js";

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
export function parameterSchema(declared: JsonValue): JsonObject | undefined {
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
