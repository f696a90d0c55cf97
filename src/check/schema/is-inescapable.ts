import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { resolveRef } from "../../runtime/json/resolve-ref.js";
import type { Subschema } from "./subschemas.js";

/**
 * Returns true if a `$ref` leads back to itself with no way out. No finite value is valid for a cycle through `$ref`,
 * `allOf`, and required properties or elements alone, and the Gemini API accepts only cycles through properties that
 * aren't required. Through schemas of the same value alone (`anyOf`, `not`, …), a validator never ends.
 */
export function isInescapable(root: JsonObject, subschema: Subschema): boolean {
  const start = subschema.schema.$ref;
  return typeof start === "string" && [requiredParts, sameValueParts].some((parts) => leadsBack(root, start, parts));
}

type Parts = (schema: JsonObject) => readonly (JsonValue | undefined)[];

function leadsBack(root: JsonObject, start: string, parts: Parts): boolean {
  const refs = (schema: JsonValue | undefined): readonly string[] => {
    if (!isJsonObject(schema)) return [];
    const own = typeof schema.$ref === "string" ? [schema.$ref] : [];
    return [...own, ...parts(schema).flatMap(refs)];
  };
  const seen = new Set<string>();
  const follow = (ref: string): boolean => {
    if (seen.has(ref)) return ref === start;
    seen.add(ref);
    return refs(resolveRef(root, ref)).some((next) => next === start || follow(next));
  };
  return follow(start);
}

/** The subschemas that every value must match, and those of required parts. */
const requiredParts: Parts = (schema) => {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = listOf(schema.required).map((key) => (typeof key === "string" ? properties[key] : undefined));
  const element = typeof schema.minItems === "number" && schema.minItems > 0 ? [schema.items] : [];
  return [...listOf(schema.allOf), ...required, ...element];
};

/** The subschemas for the same value. A validator enters all of them. */
const sameValueParts: Parts = ({ allOf, anyOf, oneOf, not, if: condition, then: yes, else: no, dependentSchemas }) => [
  ...[allOf, anyOf, oneOf].flatMap(listOf),
  ...[not, condition, yes, no],
  ...(isJsonObject(dependentSchemas) ? Object.values(dependentSchemas) : []),
];

const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? value : []);
