import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";

const single = new Set(["items", "contains", "not", "propertyNames", "if", "then", "else", "contentSchema"]);
/** Keywords in which `true` and `false` are common, and every client accepts them. */
const openOrClosed = new Set(["additionalProperties", "unevaluatedProperties", "unevaluatedItems"]);
const lists = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const maps = new Set(["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"]);

/** Replaces the boolean schemas `true` and `false`, which some clients refuse, with `{}` and `{"not": {}}`. */
export function schemaObjects(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, below(key, value)]));
}

function below(key: string, value: JsonValue): JsonValue {
  if (single.has(key)) return one(value);
  if (openOrClosed.has(key)) return isJsonObject(value) ? schemaObjects(value) : value;
  if (lists.has(key) && Array.isArray(value)) return value.map(one);
  if (maps.has(key) && isJsonObject(value)) return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, one(part)]));
  return value;
}

function one(schema: JsonValue): JsonValue {
  if (schema === true) return {};
  if (schema === false) return { not: {} };
  return isJsonObject(schema) ? schemaObjects(schema) : schema;
}
