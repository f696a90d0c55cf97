import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { followReference } from "./follow-reference.js";

/** The depth to which parts of parts are merged. */
const maxDepth = 16;

/**
 * Returns a schema with the parts in its `allOf` merged into it, as documents mean them: properties and `required` add
 * up, and the outer schema's other keywords win.
 */
export function mergeParts(schema: JsonObject, root: JsonObject, depth = 0): JsonObject {
  const { allOf, ...own } = schema;
  if (!Array.isArray(allOf) || depth > maxDepth) return schema;
  const parts = allOf.flatMap((part: JsonValue) => {
    const target = followReference(part, root);
    return target === undefined ? [] : [mergeParts(target, root, depth + 1)];
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
