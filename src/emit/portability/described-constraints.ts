import type { JsonObject, JsonValue } from "../../runtime/json/json-value.js";

/** Says in the description what the schema can't say. Models read JSON Schema, so these words are its own. */
export function describedConstraints(schema: JsonObject, constraints: readonly (readonly [string, JsonValue])[]): JsonObject {
  if (constraints.length === 0) return schema;
  const byDefault = constraints.filter(([keyword]) => keyword === "default").map(([, value]) => `Default: ${JSON.stringify(value)}.`);
  const others = constraints.filter(([keyword]) => keyword !== "default");
  const schemaText = others.length === 0 ? [] : [`JSON Schema: ${JSON.stringify(Object.fromEntries(others))}`];
  const before = typeof schema.description === "string" ? [schema.description] : [];
  return { ...schema, description: [...before, ...byDefault, ...schemaText].join(" ") };
}
