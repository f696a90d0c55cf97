import { isJsonObject, type JsonObject, type JsonValue } from "../../json/json-value.js";
import { resolveRef } from "../../json/resolve-ref.js";

/** Stands for all names: the schema masks something that isn't the value of a property. */
export const everyName = "*";

const plainValues = ["enum", "const", "default", "examples", "required", "dependentRequired", "title", "description", "pattern"];

/**
 * Returns the names of properties whose values must not be shown: those that a JSON Schema marks as `writeOnly` or with
 * the format `password`, at any depth. For a list or a map of such values, it is the name of the list or the map.
 */
export function maskedNames(schema: JsonObject): readonly string[] {
  const found = new Set<string>();
  const followed = new Set<string>();
  const visit = (value: JsonValue, name: string): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, name);
    if (!isJsonObject(value)) return;
    if (value.writeOnly === true || value.format === "password") found.add(name);
    const { $ref } = value;
    if (typeof $ref === "string" && !followed.has(`${$ref} ${name}`)) {
      followed.add(`${$ref} ${name}`);
      visit(resolveRef(schema, $ref) ?? {}, name);
    }
    for (const [key, part] of Object.entries(value)) {
      if (key === "properties" && isJsonObject(part)) for (const [property, one] of Object.entries(part)) visit(one, property);
      else if (key !== "$defs" && key !== "definitions" && !plainValues.includes(key)) visit(part, name);
    }
  };
  visit(schema, everyName);
  return [...found].sort();
}
