import { isJsonObject, type JsonValue } from "../../runtime/json/json-value.js";

/** Keywords with one subschema, and the step from a value to those that it is about: nothing for the same value. */
const single: Readonly<Record<string, string>> = {
  items: "[]",
  contains: "[]",
  unevaluatedItems: "[]",
  additionalProperties: ".*",
  unevaluatedProperties: ".*",
  propertyNames: "",
  contentSchema: "",
  not: "",
  if: "",
  then: "",
  else: "",
};
/** Keywords with a list of subschemas. */
const lists: Readonly<Record<string, string>> = { allOf: "", anyOf: "", oneOf: "", prefixItems: "[]" };
/** Keywords with subschemas by name. */
const maps: Readonly<Record<string, (name: string) => string>> = {
  properties: (name) => `.${name}`,
  patternProperties: () => ".*",
  dependentSchemas: () => "",
  $defs: (name) => `#/$defs/${name}`,
  definitions: (name) => `#/definitions/${name}`,
};

/** Changes the subschemas of one keyword. `step` leads from the schema's values to those of the subschema. */
export function mapSubschemasOf(keyword: string, value: JsonValue, change: (subschema: JsonValue, step: string) => JsonValue): JsonValue {
  const step = single[keyword];
  if (step !== undefined) return change(value, step);
  const listStep = lists[keyword];
  if (listStep !== undefined && Array.isArray(value)) return value.map((one: JsonValue) => change(one, listStep));
  const stepTo = maps[keyword];
  if (stepTo === undefined || !isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, change(one, stepTo(name))]));
}
