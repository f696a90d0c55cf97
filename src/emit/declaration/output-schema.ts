import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { isObjectSchema } from "../../runtime/json/structured-content.js";

/**
 * A result's schema as MCP's `outputSchema`, which must be that of an object: any other becomes that of its property
 * `result`.
 */
export function outputSchema(schema: JsonObject): JsonObject {
  if (isObjectSchema(schema)) return { type: "object", ...schema };
  const { $defs, ...rest } = moved(schema);
  return { type: "object", properties: { result: rest }, required: ["result"], ...(isJsonObject($defs) ? { $defs } : {}) };
}

/** Keywords whose values are data, in which `$ref` is an ordinary key. */
const data = new Set(["const", "default", "enum", "examples"]);

/** References are relative to the root: except for those to `$defs`, which stay there, they get one more level. */
function moved(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, data.has(key) ? value : movedValue(key, value)]));
}

function movedValue(key: string, value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item) => movedValue("", item));
  if (isJsonObject(value)) return moved(value);
  if (key !== "$ref" || typeof value !== "string" || !value.startsWith("#") || value.startsWith("#/$defs/")) return value;
  return `#/properties/result${value.slice(1)}`;
}
