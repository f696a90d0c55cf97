import { isJsonObject, type JsonObject } from "../../runtime/json/json-value.js";

/** A schema as people write it: the type first, and the description before what is inside. */
export function sortSchema(schema: JsonObject): JsonObject {
  const order = ["type", "description", "enum", "const"];
  const rank = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length);
  const entries = Object.entries(schema).sort(([a], [b]) => rank(a) - rank(b));
  return Object.fromEntries(
    entries.map(([key, value]) => [key, key === "properties" && isJsonObject(value) ? sortedMembers(value) : value]),
  );
}

const sortedMembers = (properties: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, isJsonObject(schema) ? sortSchema(schema) : schema]));
