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
export function* subschemas(schema: JsonValue, path: readonly (string | number)[] = [], base?: JsonObject): Generator<Subschema> {
  if (!isJsonObject(schema)) return;
  const own = base ?? schema;
  yield { path, schema, base: own };
  for (const key of single) yield* subschemas(schema[key] ?? true, [...path, key]);
  for (const key of sameValue) yield* subschemas(schema[key] ?? true, [...path, key], own);
  for (const key of sameValueLists) yield* items(schema[key], [...path, key], own);
  for (const key of lists) yield* items(schema[key], [...path, key]);
  for (const key of maps) yield* entries(schema[key], [...path, key]);
  yield* entries(schema.dependentSchemas, [...path, "dependentSchemas"], own);
}

function* items(value: JsonValue | undefined, path: readonly (string | number)[], base?: JsonObject): Generator<Subschema> {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* subschemas(item, [...path, index], base);
}

function* entries(value: JsonValue | undefined, path: readonly (string | number)[], base?: JsonObject): Generator<Subschema> {
  if (isJsonObject(value)) for (const [key, item] of Object.entries(value)) yield* subschemas(item, [...path, key], base);
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
