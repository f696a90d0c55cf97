import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { followReference, identityOf } from "./follow-reference.js";

/**
 * Returns a schema with the parts in its `allOf` merged into it, as documents mean them: properties and `required` add
 * up, and the outer schema's other keywords win. A part that occurs again is merged once.
 */
export function mergeParts(schema: JsonObject, root: JsonObject, seen: Set<JsonValue | undefined> = new Set()): JsonObject {
  const { allOf, ...own } = schema;
  if (!Array.isArray(allOf)) return schema;
  const parts = allOf.flatMap((part: JsonValue) => {
    const identity = identityOf(part);
    const target = seen.has(identity) ? undefined : followReference(part, root);
    seen.add(identity);
    return target === undefined ? [] : [mergeParts(target, root, seen)];
  });
  return [...parts, own].reduce<JsonObject>(mergeTwo, {});
}

function mergeTwo(a: JsonObject, b: JsonObject): JsonObject {
  const merged: Record<string, JsonValue> = { ...a, ...b };
  if (isJsonObject(a.properties) && isJsonObject(b.properties)) merged.properties = { ...a.properties, ...b.properties };
  if (Array.isArray(a.required) && Array.isArray(b.required)) merged.required = [...a.required, ...b.required];
  // A part that is closed would refuse the properties of the others.
  if (a.additionalProperties === false && b.properties !== undefined) delete merged.additionalProperties;
  return merged;
}
