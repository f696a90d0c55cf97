import type { ValidationError } from "../contract/definition.js";
import { formatValue } from "../contract/format-value.late.js";
import { deepEqual, isArray, isJsonObject, type JsonObject, type JsonValue } from "../contract/json-value.js";
import { interruptAfter, TimeLimitReached } from "../contract/time-limit.js";

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

/** The time limit of a pattern that no build has proven to be fast. */
const limitMs = 1000;

/** A pattern took too long for a text, so its result is unknown. */
export class SlowMatch extends Error {
  constructor(pattern: string) {
    super(`The pattern ${JSON.stringify(pattern)} takes longer than ${limitMs / 1000} s for a value of this call`);
  }
}

/** Matches a pattern of JSON Schema that may be slow. Throws `SlowMatch` at the time limit. */
export function matchesWithLimit(pattern: string, text: string): boolean {
  const regex = new RegExp(pattern, "u");
  if (isPlainlyLinear(pattern)) return regex.test(text);
  try {
    return interruptAfter(limitMs, () => regex.test(text));
  } catch (error) {
    throw error instanceof TimeLimitReached ? new SlowMatch(pattern) : error;
  }
}

/** More than this isn't accepted by its text alone: each end of a repetition may be followed by all of it. */
const mostFixed = 256;

/**
 * Recognizes most linear patterns by their text, so that calls and builds don't run a parser for them: nothing repeats,
 * or one character or class repeats in a pattern that begins with `^`. A fixed number, as in `[0-9]{4}`, leaves no
 * choice, and counts as no repetition. It handles no groups and no alternatives.
 */
export function isPlainlyLinear(pattern: string): boolean {
  const single = pattern.replace(/\\[^1-9kpPu]|\\u[0-9A-Fa-f]{4}/g, "x").replace(/\[[^\]]*\]/g, "x");
  const fixed = [...single.matchAll(/\{(\d+)\}/g)].reduce((sum, [, count]) => sum + Number(count), 0);
  const plain = single.replace(/\{\d+\}/g, "").replace(/\{\d+,\d*\}/g, "*");
  if (fixed > mostFixed || /[\\{(|]/.test(plain)) return false;
  const repetitions = plain.match(/[*+?]/g)?.length ?? 0;
  return repetitions === 0 || (repetitions === 1 && plain.startsWith("^"));
}

const mostOptions = 24;

/**
 * Returns the constraint of the keyword that refused a value, to follow "must". Covers every keyword of 2020-12 that a
 * message can describe on its own.
 */
export function describeConstraint({ keyword, params, message }: ValidationError): string {
  const limit = String(params.limit);
  switch (keyword) {
    case "type":
      return `be ${list([params.type].flat().map((type) => withArticle(String(type))))}`;
    case "enum":
      return isArray(params.allowedValues) ? `be one of ${options(params.allowedValues)}` : "be one of the listed values";
    case "const":
      return `be exactly ${formatValue(params.allowedValue as JsonValue)}`;
    case "pattern":
      return `match the regular expression ${formatValue(String(params.pattern), 160)}`;
    case "format":
      return formatDemand(String(params.format));
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return `be ${comparisons[String(params.comparison)] ?? params.comparison} ${limit}`;
    case "multipleOf":
      return `be a multiple of ${params.multipleOf}`;
    case "minLength":
    case "maxLength":
      return `have at ${keyword === "minLength" ? "least" : "most"} ${counted(limit, "character")}`;
    case "minItems":
    case "maxItems":
      return `have at ${keyword === "minItems" ? "least" : "most"} ${counted(limit, "element")}`;
    case "items":
    case "additionalItems":
    case "unevaluatedItems":
      return params.limit === undefined ? "have no further elements" : `have at most ${counted(limit, "element")}`;
    case "minProperties":
    case "maxProperties":
      return `have at ${keyword === "minProperties" ? "least" : "most"} ${counted(limit, "key")}`;
    case "uniqueItems":
      return `hold no element twice (elements ${params.j} and ${params.i} are equal)`;
    case "contains":
      return containsDemand(params);
    case "not":
      return "not have a form that the tool excludes";
    case "false schema":
      return "not be given";
    case "required":
      return `have the key \`${params.missingProperty}\``;
    case "additionalProperties":
      return `have no key \`${params.additionalProperty}\``;
    case "unevaluatedProperties":
      return `have no key \`${params.unevaluatedProperty}\``;
    case "dependentRequired":
      return `have the key \`${params.missingProperty}\` beside \`${params.property}\``;
    case "if":
      return `fit the \`${params.failingKeyword}\` of its schema`;
    default:
      return message?.replace(/^must /, "") ?? `satisfy the keyword "${keyword}" of its schema`;
  }
}

const comparisons: Readonly<Record<string, string>> = { ">=": "at least", "<=": "at most", ">": "more than", "<": "less than" };

const formatExamples: Readonly<Record<string, string>> = {
  date: "2024-05-31",
  "date-time": "2024-05-31T12:00:00Z",
  time: "12:00:00Z",
  duration: "PT1H30M",
  email: "name@example.com",
  uri: "https://example.com/page",
  url: "https://example.com/page",
  uuid: "123e4567-e89b-12d3-a456-426614174000",
  ipv4: "192.0.2.1",
};

function formatDemand(format: string): string {
  const example = Object.hasOwn(formatExamples, format) ? `, such as ${formatExamples[format]}` : "";
  return `have the format "${format}"${example}`;
}

function containsDemand(params: Readonly<Record<string, unknown>>): string {
  const { minContains: least, maxContains: most } = params;
  const amount = most === undefined ? `at least ${least}` : `from ${least} to ${most}`;
  return `hold ${amount} of the elements that the tool asks for`;
}

function options(values: readonly JsonValue[]): string {
  const shown = values.slice(0, mostOptions).map((value) => formatValue(value, 80));
  return values.length > mostOptions ? `${shown.join(", ")}, … (${values.length} in all)` : shown.join(", ");
}

const withArticle = (type: string) => (type === "null" ? "null" : `${/^[aeio]/.test(type) ? "an" : "a"} ${type}`);
const list = (words: readonly string[]) => [words.slice(0, -1).join(", "), words.at(-1) ?? ""].filter((part) => part !== "").join(" or ");
const counted = (count: string, noun: string) => `${count} ${noun}${count === "1" ? "" : "s"}`;
