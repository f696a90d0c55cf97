import { deepEqual } from "../json/deep-equal.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json-value.js";
import { matchesWithLimit } from "../pattern/matches-with-limit.js";

type Keyword = (value: JsonValue, wanted: JsonValue, schema: JsonObject) => boolean;

/**
 * Returns true if a value matches a JSON Schema (2020-12) with the keywords that conditions may have
 * (`decidedKeywords`). It interprets the schema, so conditions are plain data everywhere, and nothing is compiled. A
 * build refuses any other keyword.
 */
export function matchesSchema(value: JsonValue, schema: JsonValue): boolean {
  if (typeof schema === "boolean") return schema;
  if (!isJsonObject(schema)) return false;
  return Object.entries(schema).every(([key, wanted]) => {
    const keyword = Object.hasOwn(keywords, key) ? keywords[key] : undefined;
    return keyword === undefined ? isAnnotation(key) : keyword(value, wanted, schema);
  });
}

const numbers = (holds: (value: number, limit: number) => boolean): Keyword => {
  return (value, limit) => typeof value !== "number" || holds(value, Number(limit));
};
const texts = (holds: (characters: number, limit: number) => boolean): Keyword => {
  return (value, limit) => typeof value !== "string" || holds([...value].length, Number(limit));
};
const arrays = (holds: (items: readonly JsonValue[], wanted: JsonValue, schema: JsonObject) => boolean): Keyword => {
  return (value, wanted, schema) => !Array.isArray(value) || holds(value, wanted, schema);
};
const objects = (holds: (object: JsonObject, wanted: JsonValue, schema: JsonObject) => boolean): Keyword => {
  return (value, wanted, schema) => !isJsonObject(value) || holds(value, wanted, schema);
};

const keywords: Readonly<Record<string, Keyword>> = {
  type: (value, wanted) => listOf(wanted).some((type) => isOfType(value, type)),
  enum: (value, wanted) => listOf(wanted).some((one) => deepEqual(one, value)),
  const: (value, wanted) => deepEqual(wanted, value),

  minimum: numbers((value, limit) => value >= limit),
  maximum: numbers((value, limit) => value <= limit),
  exclusiveMinimum: numbers((value, limit) => value > limit),
  exclusiveMaximum: numbers((value, limit) => value < limit),
  multipleOf: numbers((value, step) => Math.abs(Math.round(value / step) - value / step) <= 1e-6),

  minLength: texts((characters, limit) => characters >= limit),
  maxLength: texts((characters, limit) => characters <= limit),
  pattern: (value, wanted, { maxLength }) =>
    typeof value !== "string" || (!isLonger(value, maxLength) && matchesWithLimit(String(wanted), value)),

  minItems: arrays((items, limit) => items.length >= Number(limit)),
  maxItems: arrays((items, limit) => items.length <= Number(limit)),
  uniqueItems: arrays(
    (items, wanted) => wanted !== true || items.every((item, i) => !items.slice(0, i).some((other) => deepEqual(item, other))),
  ),
  prefixItems: arrays((items, wanted) => listOf(wanted).every((schema, i) => i >= items.length || matchesSchema(items[i] ?? null, schema))),
  items: arrays((items, wanted, { prefixItems = [] }) =>
    items.slice(listOf(prefixItems).length).every((item) => matchesSchema(item, wanted)),
  ),
  contains: arrays((items, wanted, { minContains = 1, maxContains = Number.POSITIVE_INFINITY }) => {
    const found = items.filter((item) => matchesSchema(item, wanted)).length;
    return found >= Number(minContains) && found <= Number(maxContains);
  }),
  // These two only limit `contains`.
  minContains: () => true,
  maxContains: () => true,

  minProperties: objects((object, limit) => Object.keys(object).length >= Number(limit)),
  maxProperties: objects((object, limit) => Object.keys(object).length <= Number(limit)),
  required: objects((object, names) => listOf(names).every((name) => Object.hasOwn(object, String(name)))),
  properties: objects((object, wanted) => entriesOf(wanted).every(([name, schema]) => fitsAt(object, name, schema))),
  patternProperties: objects((object, wanted) =>
    entriesOf(wanted).every(([pattern, schema]) =>
      Object.keys(object).every((name) => !matchesWithLimit(pattern, name) || fitsAt(object, name, schema)),
    ),
  ),
  additionalProperties: objects((object, wanted, { properties = {}, patternProperties = {} }) => {
    const patterns = entriesOf(patternProperties).map(([pattern]) => pattern);
    const isKnown = (name: string) =>
      (isJsonObject(properties) && Object.hasOwn(properties, name)) || patterns.some((one) => matchesWithLimit(one, name));
    return Object.keys(object).every((name) => isKnown(name) || fitsAt(object, name, wanted));
  }),
  propertyNames: objects((object, wanted) => Object.keys(object).every((name) => matchesSchema(name, wanted))),
  dependentRequired: objects((object, wanted) =>
    entriesOf(wanted).every(
      ([name, names]) => !Object.hasOwn(object, name) || listOf(names).every((one) => Object.hasOwn(object, String(one))),
    ),
  ),
  dependentSchemas: objects((object, wanted) =>
    entriesOf(wanted).every(([name, schema]) => !Object.hasOwn(object, name) || matchesSchema(object, schema)),
  ),

  allOf: (value, wanted) => listOf(wanted).every((schema) => matchesSchema(value, schema)),
  anyOf: (value, wanted) => listOf(wanted).some((schema) => matchesSchema(value, schema)),
  oneOf: (value, wanted) => listOf(wanted).filter((schema) => matchesSchema(value, schema)).length === 1,
  not: (value, wanted) => !matchesSchema(value, wanted),
  then: () => true,
  else: () => true,
  if: (value, wanted, schema) => matchesSchema(value, (matchesSchema(value, wanted) ? schema.then : schema.else) ?? true),
};

const annotations = ["title", "description", "$comment"];

/** The keywords that a condition may have. */
export const decidedKeywords: readonly string[] = [...Object.keys(keywords), ...annotations];

const isAnnotation = (key: string) => annotations.includes(key);

const listOf = (value: JsonValue): readonly JsonValue[] => (Array.isArray(value) ? value : [value]);

const entriesOf = (value: JsonValue) => (isJsonObject(value) ? Object.entries(value) : []);

const fitsAt = (object: JsonObject, name: string, schema: JsonValue) =>
  !Object.hasOwn(object, name) || matchesSchema(object[name] ?? null, schema);

/** True if a text exceeds `maxLength`; its pattern is then not matched. A character is at most two code units. */
const isLonger = (text: string, maxLength: JsonValue | undefined) => typeof maxLength === "number" && text.length > 2 * maxLength;

function isOfType(value: JsonValue, type: JsonValue): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isJsonObject(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
