import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";

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
