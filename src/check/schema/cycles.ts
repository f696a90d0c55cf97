import { resolveRef } from "../../model/resolve-ref.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json.js";
import type { Subschema } from "./walk.js";

/**
 * Whether a `$ref` leads back to itself with no way out: through `$ref`, `allOf`, and required properties or elements alone. No finite value
 * meets such a schema, validators may not end, and the Gemini API takes cycles only through properties that are not required.
 */
export function isInescapable(root: JsonObject, place: Subschema): boolean {
  const start = place.schema.$ref;
  if (typeof start !== "string") return false;
  const seen = new Set<string>();
  const follow = (ref: string): boolean => {
    if (seen.has(ref)) return ref === start;
    seen.add(ref);
    return unavoidableRefs(resolveRef(root, ref)).some((next) => next === start || follow(next));
  };
  return follow(start);
}

function unavoidableRefs(schema: JsonValue | undefined): readonly string[] {
  if (!isJsonObject(schema)) return [];
  const own = typeof schema.$ref === "string" ? [schema.$ref] : [];
  const parts = Array.isArray(schema.allOf) ? schema.allOf : [];
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = (Array.isArray(schema.required) ? schema.required : []).flatMap((key) =>
    typeof key === "string" ? [properties[key]] : [],
  );
  const element = typeof schema.minItems === "number" && schema.minItems > 0 ? [schema.items] : [];
  return [...own, ...[...parts, ...required, ...element].flatMap(unavoidableRefs)];
}
