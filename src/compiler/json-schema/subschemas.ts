import { isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";

/** A subschema and the keys that lead to it from the root schema. */
export interface Subschema {
  readonly path: readonly (string | number)[];
  readonly schema: JsonObject;
  /** The outermost schema around it that describes the same value (through `anyOf`, `if`, …), or itself. */
  readonly base: JsonObject;
}

const single = ["additionalProperties", "items", "contains", "propertyNames", "unevaluatedItems", "unevaluatedProperties"];
const sameValue = ["not", "if", "then", "else"];
const sameValueLists = ["allOf", "anyOf", "oneOf"];
const lists = ["prefixItems"];
const maps = ["properties", "patternProperties", "$defs", "definitions"];

/** Every subschema of a schema, the root first (JSON Schema 2020-12, the applicator vocabularies). */
export function subschemas(schema: JsonObject): readonly Subschema[] {
  const found: Subschema[] = [];
  collect({ path: [], schema, base: schema }, found);
  return found;
}

/** One list for all levels: an iterator of each level would pass every subschema through all those above it. */
function collect(subschema: Subschema, found: Subschema[]): void {
  const { path, schema, base } = subschema;
  found.push(subschema);
  const add = (value: JsonValue | undefined, keys: Subschema["path"], around?: JsonObject) => {
    if (isJsonObject(value)) collect({ path: [...path, ...keys], schema: value, base: around ?? value }, found);
  };
  const addEach = (key: string, around?: JsonObject) => {
    const value = schema[key];
    if (Array.isArray(value)) for (const [index, item] of value.entries()) add(item, [key, index], around);
  };
  const addNamed = (key: string, around?: JsonObject) => {
    const value = schema[key];
    if (isJsonObject(value)) for (const [name, item] of Object.entries(value)) add(item, [key, name], around);
  };
  for (const key of single) add(schema[key], [key]);
  for (const key of sameValue) add(schema[key], [key], base);
  for (const key of sameValueLists) addEach(key, base);
  for (const key of lists) addEach(key);
  for (const key of maps) addNamed(key);
  addNamed("dependentSchemas", base);
}

/**
 * Applies a change to every subschema, inner ones first: `change` gets the schema with its parts changed, and the
 * original schema. Values that aren't schemas (defaults, enums, examples) stay unchanged.
 */
export function mapSubschemas(schema: JsonObject, change: (schema: JsonObject, original: JsonObject) => JsonObject): JsonObject {
  const one = (value: JsonValue): JsonValue => (isJsonObject(value) ? mapSubschemas(value, change) : value);
  const inner = Object.entries(schema).map(([key, value]): readonly [string, JsonValue] => {
    if (single.includes(key) || sameValue.includes(key)) return [key, one(value)];
    if ((sameValueLists.includes(key) || lists.includes(key)) && Array.isArray(value)) return [key, value.map(one)];
    const isMap = maps.includes(key) || key === "dependentSchemas";
    if (isMap && isJsonObject(value)) return [key, Object.fromEntries(Object.entries(value).map(([name, part]) => [name, one(part)]))];
    return [key, value];
  });
  return change(Object.fromEntries(inner), schema);
}

/** Every keyword of JSON Schema 2020-12, and harmless annotations of other tools. */
export const knownKeywords: readonly string[] = [
  ...single,
  ...sameValue,
  ...sameValueLists,
  ...lists,
  ...maps,
  ...[
    "$schema",
    "$id",
    "$ref",
    "$anchor",
    "$dynamicRef",
    "$dynamicAnchor",
    "$vocabulary",
    "$comment",
    "dependentSchemas",
    "dependentRequired",
  ],
  ...[
    "type",
    "enum",
    "const",
    "multipleOf",
    "maximum",
    "exclusiveMaximum",
    "minimum",
    "exclusiveMinimum",
    "maxLength",
    "minLength",
    "pattern",
  ],
  ...["maxItems", "minItems", "uniqueItems", "maxContains", "minContains", "maxProperties", "minProperties", "required", "format"],
  ...[
    "title",
    "description",
    "default",
    "deprecated",
    "readOnly",
    "writeOnly",
    "examples",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
  ],
  ...["tsType", "tsEnumNames", "markdownDescription", "enumDescriptions", "propertyOrdering"],
];

/** Keywords with one subschema, and the step from a value to those that it is about: nothing for the same value. */
const singleSteps: Readonly<Record<string, string>> = {
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
const listSteps: Readonly<Record<string, string>> = { allOf: "", anyOf: "", oneOf: "", prefixItems: "[]" };
/** Keywords with subschemas by name. */
const mapSteps: Readonly<Record<string, (name: string) => string>> = {
  properties: (name) => `.${name}`,
  patternProperties: () => ".*",
  dependentSchemas: () => "",
  $defs: (name) => `#/$defs/${name}`,
  definitions: (name) => `#/definitions/${name}`,
};

/** Changes the subschemas of one keyword. `step` leads from the schema's values to those of the subschema. */
export function mapSubschemasOf(keyword: string, value: JsonValue, change: (subschema: JsonValue, step: string) => JsonValue): JsonValue {
  const step = singleSteps[keyword];
  if (step !== undefined) return change(value, step);
  const listStep = listSteps[keyword];
  if (listStep !== undefined && Array.isArray(value)) return value.map((one: JsonValue) => change(one, listStep));
  const stepTo = mapSteps[keyword];
  if (stepTo === undefined || !isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, change(one, stepTo(name))]));
}

/** Keywords in which `true` and `false` are common, and every client accepts them. */
const openOrClosed = new Set(["additionalProperties", "unevaluatedProperties", "unevaluatedItems"]);

/** Replaces the boolean schemas `true` and `false`, which some clients refuse, with `{}` and `{"not": {}}`. */
export function schemaObjects(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).map(([key, value]) => {
    const isSwitch = typeof value === "boolean" && openOrClosed.has(key);
    return [key, isSwitch ? value : mapSubschemasOf(key, value, asObject)] as const;
  });
  return Object.fromEntries(entries);
}

function asObject(schema: JsonValue): JsonValue {
  if (schema === true) return {};
  if (schema === false) return { not: {} };
  return isJsonObject(schema) ? schemaObjects(schema) : schema;
}
