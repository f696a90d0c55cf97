import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { valueKeywords } from "../openapi/value-keywords.js";

/** Keywords that stay, become words of a description, or say nothing about values. */
const known: ReadonlySet<string> = new Set([
  ...[
    "type",
    "title",
    "description",
    "default",
    "examples",
    "example",
    "enum",
    "const",
    "format",
    "nullable",
    "deprecated",
    "readOnly",
    "writeOnly",
  ],
  ...["properties", "required", "additionalProperties", "items", "anyOf", "oneOf", "allOf", "$ref", "$defs", "definitions"],
  ...["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "uniqueItems"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "pattern", "$schema", "$id", "$comment"],
]);

/** Keywords that are left out if they are slow to check or contradict each other. */
const restrictions = ["pattern", "enum", "minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"];

/** Branches that say which keys go together, and nothing about values: an imported schema has no place for them. */
const isAboutKeysAlone = (branches: JsonValue | undefined): boolean =>
  Array.isArray(branches) &&
  branches.some(
    (branch: JsonValue) =>
      isJsonObject(branch) && Object.keys(branch).length > 0 && Object.keys(branch).every((key) => ["required", "not"].includes(key)),
  );

/** A schema that nests more deeply, or has more parts, isn't shown to a model whole anyway. */
const mostDepth = 20;
const mostParts = 2000;

/**
 * Returns a sentence for each keyword of a schema that the imported one lacks: calls aren't checked by it, but the
 * server still checks it.
 */
export function findLeftOutKeywords(root: JsonObject): readonly string[] {
  const found = new Map<string, Set<string>>();
  let parts = 0;
  const note = (keyword: string, at: string) => found.set(keyword, (found.get(keyword) ?? new Set()).add(at));
  const visit = (schema: JsonValue | undefined, at: string, depth: number): void => {
    if (!isJsonObject(schema) || depth > mostDepth || ++parts > mostParts) return;
    for (const keyword of Object.keys(schema)) if (!known.has(keyword) && !keyword.startsWith("x-")) note(keyword, at);
    const kept = valueKeywords(schema);
    for (const keyword of restrictions) if (schema[keyword] !== undefined && kept[keyword] === undefined) note(keyword, at);
    if (schema.anyOf !== undefined && schema.oneOf !== undefined) note("anyOf", at);
    for (const keyword of ["anyOf", "oneOf", "allOf"]) if (isAboutKeysAlone(schema[keyword])) note(keyword, at);
    if (Array.isArray(schema.items)) note("items", at);
    for (const [map, path] of [
      ["properties", `${at}.`],
      ["$defs", ""],
      ["definitions", ""],
    ] as const)
      for (const [name, child] of Object.entries(isJsonObject(schema[map]) ? schema[map] : {})) visit(child, `${path}${name}`, depth + 1);
    for (const key of ["items", "additionalProperties"]) visit(schema[key], `${at}[]`, depth + 1);
    for (const key of ["anyOf", "oneOf", "allOf"])
      for (const child of Array.isArray(schema[key]) ? (schema[key] as readonly JsonValue[]) : []) visit(child, at, depth + 1);
  };
  visit(root, "schema", 0);
  return [...found].map(([keyword, places]) => {
    const [first = "", ...more] = places;
    return `'${keyword}' of ${first}${more.length === 0 ? "" : ` and ${more.length} more`} is left out: only the server checks it.`;
  });
}
