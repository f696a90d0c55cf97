import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import type { LossEffect } from "./dialect.js";

/**
 * Closes an object and requires all of its properties, as a strict mode wants it: an optional one admits `null`, which
 * repair reads as absent. What can't be said so is an impossible schema: any value, and objects with keys that aren't
 * declared.
 */
export function closeStrictly(schema: JsonObject, lose: (keyword: string, effect: LossEffect) => void): JsonObject {
  const { properties, required, additionalProperties, ...rest } = schema;
  if (!["type", "enum", "anyOf", "$ref"].some((keyword) => schema[keyword] !== undefined)) lose("type", "impossible");
  if (["allOf", "prefixItems"].some((keyword) => schema[keyword] !== undefined)) lose("allOf", "impossible");
  if (hasType(schema, "array") && !isJsonObject(schema.items)) lose("items", "impossible");
  if (!hasType(schema, "object")) return schema;
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  if (isJsonObject(additionalProperties) || (additionalProperties !== false && names.length === 0))
    lose("additionalProperties", "impossible");
  else if (additionalProperties !== false) lose("additionalProperties", "dropped");
  const needed: readonly JsonValue[] = Array.isArray(required) ? required : [];
  const parts = Object.entries(isJsonObject(properties) ? properties : {}).map(([name, part]) => {
    if (needed.includes(name) || !isJsonObject(part)) return [name, part] as const;
    return [name, orNull(part)] as const;
  });
  return { ...rest, properties: Object.fromEntries(parts), required: names, additionalProperties: false };
}

const hasType = ({ type }: JsonObject, name: string) => type === name || (Array.isArray(type) && type.includes(name));

/** The same schema, which also admits `null`. Its words stay in front. */
function orNull(schema: JsonObject): JsonObject {
  const { type, enum: values, anyOf, description, ...rest } = schema;
  const words = description === undefined ? {} : { description };
  const listed = Array.isArray(values) ? { enum: values.includes(null) ? values : [...values, null] } : {};
  if (type !== undefined && schema.$ref === undefined && anyOf === undefined) {
    const types: readonly JsonValue[] = Array.isArray(type) ? type : [type];
    return { ...words, type: types.includes("null") ? types : [...types, "null"], ...rest, ...listed };
  }
  const isBare = anyOf !== undefined && Object.keys(rest).length === 0 && type === undefined && values === undefined;
  const { description: _description, ...whole } = schema;
  const branches: readonly JsonValue[] = isBare && Array.isArray(anyOf) ? anyOf : [whole];
  return { ...words, anyOf: [...branches, { type: "null" }] };
}
