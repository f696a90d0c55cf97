import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { resolveRef } from "../../runtime/json/resolve-ref.js";

/** Types within types are named this deep. */
const deepest = 3;

/** Returns the type of a value for people: `integer`, `"text" | "json"`, `string[]`. */
export function typeText(schema: JsonValue, root: JsonObject, depth = 0): string {
  if (!isJsonObject(schema) || depth > deepest) return "any";
  if (typeof schema.$ref === "string") return typeText(resolveRef(root, schema.$ref) ?? {}, root, depth + 1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const branches = [schema.anyOf, schema.oneOf].find(Array.isArray);
  const types = Array.isArray(schema.type) ? schema.type : schema.type === undefined ? [] : [schema.type];
  if (branches !== undefined && types.length === 0)
    return [...new Set(branches.map((branch: JsonValue) => typeText(branch, root, depth + 1)))].join(" | ");
  return types.length === 0 ? "any" : types.map((type) => (type === "array" ? arrayText(schema, root, depth) : String(type))).join(" | ");
}

function arrayText({ items }: JsonObject, root: JsonObject, depth: number): string {
  const element = items === undefined ? "any" : typeText(items, root, depth + 1);
  return element.includes(" ") ? `(${element})[]` : `${element}[]`;
}
