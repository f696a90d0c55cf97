import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { resolveRef } from "../../runtime/json/resolve-ref.js";

/** The longest chain of references that lead to references. */
const maxChain = 32;

/**
 * Returns the object that a value of a document is, or that its `$ref` leads to; `undefined` if that isn't an object.
 * Keys beside `$ref` replace those of its target, as OpenAPI 3.1 has it for descriptions.
 */
export function followReference(value: JsonValue | undefined, root: JsonObject): JsonObject | undefined {
  let at = value;
  const beside: JsonObject[] = [];
  for (let steps = 0; steps < maxChain; steps++) {
    if (!isJsonObject(at)) return undefined;
    const { $ref, ...own } = at;
    if (typeof $ref !== "string") return beside.length === 0 ? at : Object.assign({}, at, ...beside.reverse());
    if (Object.keys(own).length > 0) beside.push(own);
    at = resolveRef(root, $ref);
  }
  return undefined;
}

/** Identifies the target of a value, so that a schema that contains itself is noticed. */
export const identityOf = (value: JsonValue | undefined): JsonValue | undefined =>
  isJsonObject(value) && typeof value.$ref === "string" ? value.$ref : value;

/** The objects in a list of a document, with references followed. Anything else in it is left out. */
export const objectsIn = (list: JsonValue | undefined, root: JsonObject): readonly JsonObject[] =>
  Array.isArray(list) ? list.map((item: JsonValue) => followReference(item, root)).filter((item) => item !== undefined) : [];

/** The entries of a map of a document, with references followed. */
export const entriesIn = (map: JsonValue | undefined, root: JsonObject): readonly (readonly [name: string, value: JsonObject])[] =>
  Object.entries(isJsonObject(map) ? map : {}).flatMap(([name, value]) => {
    const target = followReference(value, root);
    return target === undefined ? [] : [[name, target] as const];
  });

/** A text of a document that isn't empty. */
export const nonEmptyText = (value: JsonValue | undefined): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value : undefined;
