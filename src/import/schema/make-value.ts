import { isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import { entriesIn } from "../openapi-document.js";

/** Returns the first example that a parameter, a media type or a schema of a document has. */
export function firstExample(holder: JsonObject | undefined, root: JsonObject): JsonValue | undefined {
  if (holder === undefined) return undefined;
  if (holder.example !== undefined) return holder.example;
  if (Array.isArray(holder.examples)) return holder.examples[0];
  return entriesIn(holder.examples, root).find(([, { value }]) => value !== undefined)?.[1].value;
}

/** The longest example value of a spec, as JSON, and the deepest value that is made up. */
export const maxExampleLength = 300;
const maxDepth = 8;

const textsByFormat: Readonly<Record<string, string>> = {
  "date-time": "2026-01-31T12:00:00Z",
  date: "2026-01-31",
  time: "12:00:00Z",
  duration: "P1D",
  email: "user@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com/",
  "uri-reference": "/",
  uuid: "123e4567-e89b-42d3-a456-426614174000",
  "json-pointer": "/a",
  regex: "a",
};

/**
 * Makes up a value for a converted schema, with required properties alone; `undefined` if a pattern is too special, or
 * the value too long.
 */
export function makeValue(schema: JsonValue | undefined, depth = 0): JsonValue | undefined {
  const value = makeAny(schema, depth);
  return value === undefined || JSON.stringify(value).length > maxExampleLength ? undefined : value;
}

function makeAny(schema: JsonValue | undefined, depth: number): JsonValue | undefined {
  if (!isJsonObject(schema) || depth > maxDepth) return "text";
  const { const: constant, enum: values, anyOf, type, items, properties, required } = schema;
  if (constant !== undefined) return constant;
  if (Array.isArray(values)) return values[0];
  if (type === undefined && Array.isArray(anyOf)) return makeValue(anyOf[0] as JsonValue, depth + 1);
  switch (Array.isArray(type) ? type[0] : type) {
    case "integer":
    case "number":
      return makeNumber(schema);
    case "boolean":
      return true;
    case "null":
      return null;
    case "array": {
      const length = Math.max(1, numberAt(schema, "minItems") ?? 1);
      const item = length > maxExampleLength ? undefined : makeValue(items, depth + 1);
      return item === undefined ? undefined : Array.from({ length }, () => item);
    }
    case "object": {
      const names = Array.isArray(required) ? (required as readonly string[]) : [];
      const entries = names.map((name) => [name, makeValue(isJsonObject(properties) ? properties[name] : undefined, depth + 1)] as const);
      if (entries.some(([, value]) => value === undefined)) return undefined;
      return Object.fromEntries(entries as readonly (readonly [string, JsonValue])[]);
    }
    default:
      return makeText(schema);
  }
}

const numberAt = (schema: JsonObject, key: string) => (typeof schema[key] === "number" ? schema[key] : undefined);

function makeNumber(schema: JsonObject): number {
  const step = numberAt(schema, "multipleOf") ?? 1;
  const lowest = numberAt(schema, "minimum") ?? (numberAt(schema, "exclusiveMinimum") ?? 0) + step;
  const highest = numberAt(schema, "maximum") ?? Number.POSITIVE_INFINITY;
  const value = Math.ceil(lowest / step) * step;
  return value <= highest ? value : highest;
}

/** Texts that many patterns accept. */
const texts = [
  "text",
  "a",
  "abc",
  "A",
  "ABC",
  "1",
  "123",
  "1.0.0",
  "v1",
  "main",
  "example.com",
  "https://example.com/",
  "#336699",
  "2026-01-31",
];

function makeText(schema: JsonObject): string | undefined {
  const { pattern } = schema;
  if ((numberAt(schema, "minLength") ?? 0) > maxExampleLength) return undefined;
  if (typeof pattern === "string") {
    const isAllowed = (text: string) => text.length >= (numberAt(schema, "minLength") ?? 0) && new RegExp(pattern, "u").test(text);
    return texts.find(isAllowed);
  }
  const text = textsByFormat[String(schema.format ?? "")] ?? "text";
  return text.padEnd(numberAt(schema, "minLength") ?? 0, "x").slice(0, numberAt(schema, "maxLength") ?? text.length + 1000);
}
