import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { mapSubschemasOf } from "./map-subschemas-of.js";

/** Keywords in which `true` and `false` are common, and every client accepts them. */
const openOrClosed = new Set(["additionalProperties", "unevaluatedProperties", "unevaluatedItems"]);

/** Replaces the boolean schemas `true` and `false`, which some clients refuse, with `{}` and `{"not": {}}`. */
export function schemaObjects(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).map(([key, value]) => {
    const isSwitch = typeof value === "boolean" && openOrClosed.has(key);
    return [key, isSwitch ? value : mapSubschemasOf(key, value, asObject)] as const;
  });
  return Object.fromEntries(entries);
}

function asObject(schema: JsonValue): JsonValue {
  if (schema === true) return {};
  if (schema === false) return { not: {} };
  return isJsonObject(schema) ? schemaObjects(schema) : schema;
}
