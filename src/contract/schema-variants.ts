import { resolveRef } from "./json-schema.js";
import { isJsonObject, type JsonObject, type JsonValue } from "./json-value.js";

export type JsonType = "string" | "integer" | "number" | "boolean" | "null" | "array" | "object";

const everyType: readonly JsonType[] = ["string", "integer", "number", "boolean", "null", "array", "object"];

/** A subschema together with the root of its `$ref`s. */
interface RootedSchema {
  readonly root: JsonObject;
  readonly schema: JsonValue;
}

/**
 * Returns the variants that a value may match: `$ref`s resolved, `anyOf`, `oneOf` and branches separated, each merged
 * with the keywords beside them. Each is a schema without those keywords. Cycles and depth are cut off.
 */
export function variants(rooted: RootedSchema, depth = 0): readonly JsonObject[] {
  const { root, schema } = rooted;
  if (!isJsonObject(schema) || depth > 16) return [{}];
  const { $ref, anyOf, oneOf, allOf, ...own } = schema;
  let result: readonly JsonObject[] = [own];
  if (typeof $ref === "string") result = product(result, variants({ root, schema: resolveRef(root, $ref) ?? {} }, depth + 1));
  for (const part of Array.isArray(allOf) ? allOf : []) result = product(result, variants({ root, schema: part }, depth + 1));
  for (const choices of [anyOf, oneOf]) {
    if (Array.isArray(choices))
      result = product(
        result,
        choices.flatMap((choice) => variants({ root, schema: choice }, depth + 1)),
      );
  }
  return result;
}

/** Types narrow, properties add up, for everything else the inner schema wins. */
function product(outer: readonly JsonObject[], inner: readonly JsonObject[]): readonly JsonObject[] {
  return outer.slice(0, 64).flatMap((a) => inner.slice(0, 64).map((b) => merge(a, b)));
}

function merge(a: JsonObject, b: JsonObject): JsonObject {
  const merged: Record<string, JsonValue> = { ...a, ...b };
  if (isJsonObject(a.properties) && isJsonObject(b.properties)) merged.properties = { ...a.properties, ...b.properties };
  if (Array.isArray(a.required) && Array.isArray(b.required)) merged.required = [...a.required, ...b.required];
  const both = typesOf(a).filter((type) => typesOf(b).includes(type));
  if (both.length < everyType.length) merged.type = both;
  return merged;
}

/** Returns the types that a variant accepts: by `type`, `const` and `enum`. Without these, all of them. */
export function typesOf(variant: JsonObject): readonly JsonType[] {
  if (variant.const !== undefined) return [typeOf(variant.const)];
  if (Array.isArray(variant.enum))
    return everyType.filter((type) => (variant.enum as readonly JsonValue[]).some((value) => typeOf(value) === type));
  const type = variant.type;
  if (typeof type === "string") return everyType.filter((t) => t === type || (type === "number" && t === "integer"));
  if (Array.isArray(type)) return everyType.filter((t) => type.includes(t) || (t === "integer" && type.includes("number")));
  return everyType;
}

export function typeOf(value: JsonValue): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value as "string" | "boolean" | "object";
}

/** Returns true if a variant doesn't restrict the type of its value. */
export const isUntyped = (variant: JsonObject): boolean => typesOf(variant).length === everyType.length;

/** Returns the parameters that a tool's schema declares, at its root and in its branches. */
export function parameterNames(schema: JsonObject): readonly string[] {
  const before = names.get(schema);
  if (before !== undefined) return before;
  const own = isJsonObject(schema.properties) ? Object.keys(schema.properties) : [];
  const all = variantsAt(schema, []).flatMap(({ properties }) => (isJsonObject(properties) ? Object.keys(properties) : []));
  const found = [...new Set([...own, ...all])];
  names.set(schema, found);
  return found;
}

/** Caches: a script with hundreds of placeholders asks for the same few parameters thousands of times. */
const names = new WeakMap<JsonObject, readonly string[]>();
const cache = new WeakMap<JsonObject, Map<string, readonly JsonObject[]>>();

/**
 * Returns the variants of a parameter by a path of keys and `[]` for elements, or those of the schema itself for an
 * empty path; none if the schema has no such parameter.
 */
export function variantsAt(schema: JsonObject, path: readonly string[]): readonly JsonObject[] {
  const paths = cache.get(schema) ?? new Map<string, readonly JsonObject[]>();
  cache.set(schema, paths);
  const key = JSON.stringify(path);
  const before = paths.get(key);
  if (before !== undefined) return before;
  const found = path.reduce<readonly JsonObject[]>(
    (at, step) =>
      at
        .flatMap((variant) => (step === "[]" ? elements(variant) : property(variant, step)))
        .flatMap((s) => variants({ root: schema, schema: s })),
    variants({ root: schema, schema }),
  );
  paths.set(key, found);
  return found;
}

/** Returns the names of the properties that are declared at a path: the root's for an empty path. */
export function propertiesAt(schema: JsonObject, path: readonly string[]): readonly string[] {
  return variantsAt(schema, path).flatMap((variant) => (isJsonObject(variant.properties) ? Object.keys(variant.properties) : []));
}

/** Returns the schema of a property, by a schema's own keywords only. */
export function property(variant: JsonObject, key: string): readonly JsonValue[] {
  const properties = variant.properties;
  if (isJsonObject(properties) && Object.hasOwn(properties, key)) return [properties[key] ?? {}];
  for (const [pattern, schema] of Object.entries(isJsonObject(variant.patternProperties) ? variant.patternProperties : {})) {
    if (new RegExp(pattern, "u").test(key)) return [schema];
  }
  return isJsonObject(variant.additionalProperties) ? [variant.additionalProperties] : [];
}

/** Returns the schema of elements, by a schema's own keywords only. */
export function elements(variant: JsonObject): readonly JsonValue[] {
  const tuple = Array.isArray(variant.prefixItems) ? variant.prefixItems : [];
  if (variant.items !== undefined && variant.items !== false) return [...tuple, variant.items];
  if (tuple.length > 0) return tuple;
  return typesOf(variant).includes("array") ? [{}] : [];
}

/** Returns the schemas of an object's values, over which `each` iterates. */
export function entryValues(schema: JsonObject, variant: JsonObject): readonly JsonObject[] {
  const named = isJsonObject(variant.properties) ? Object.values(variant.properties) : [];
  const patterned = isJsonObject(variant.patternProperties) ? Object.values(variant.patternProperties) : [];
  const others = variant.additionalProperties;
  const otherSchemas = isJsonObject(others) ? [others] : others === false ? [] : [{}];
  return [...named, ...patterned, ...otherSchemas].flatMap((s) => variants({ root: schema, schema: s }));
}

/**
 * Returns the possible keys of an object variant: declared names, patterns, and by `propertyNames` those that an open
 * object accepts.
 */
export function entryKeys(schema: JsonObject, variant: JsonObject): readonly JsonObject[] {
  const declared = isJsonObject(variant.properties) ? Object.keys(variant.properties) : [];
  const patterns = isJsonObject(variant.patternProperties) ? Object.keys(variant.patternProperties) : [];
  const named = variant.propertyNames === undefined ? [{}] : variants({ root: schema, schema: variant.propertyNames });
  const unnamed = variant.additionalProperties === false ? [] : named;
  return [
    ...(declared.length > 0 ? [{ type: "string", enum: declared }] : []),
    ...patterns.map((pattern) => ({ type: "string", pattern })),
    ...unnamed.map((keys) => ({ ...keys, type: "string" })),
  ];
}

/** Returns the elements of an array variant, each with its variants. */
export function elementVariants(schema: JsonObject, variant: JsonObject): readonly JsonObject[] {
  return elements(variant).flatMap((s) => variants({ root: schema, schema: s }));
}

/** Parses `edits[].oldText` to a path of keys and `[]`. */
export function parseSelector(text: string): readonly string[] {
  return text.split(".").flatMap((part) => {
    const elementsOf = /((?:\[\])+)$/.exec(part)?.[1] ?? "";
    const key = part.slice(0, part.length - elementsOf.length);
    return [...(key === "" ? [] : [key]), ...Array.from({ length: elementsOf.length / 2 }, () => "[]")];
  });
}

/** Returns true if a call can be valid without a parameter, and no default replaces it. */
export function mayBeAbsent(schema: JsonObject, param: string): boolean {
  const isRequired = variants({ root: schema, schema }).every(({ required }) => Array.isArray(required) && required.includes(param));
  const hasDefault = variantsAt(schema, [param]).every((form) => form.default !== undefined);
  return !isRequired && !hasDefault;
}

/** The types that some variants admit, in words: `string or null`, `any type`. */
export function typeNames(all: readonly JsonObject[]): string {
  const types = new Set<JsonType>(all.flatMap(typesOf));
  if (types.size === 7) return "any type";
  if (types.has("number")) types.delete("integer");
  return [...types].join(" or ");
}
