import { deepEqual, isArray, isJsonObject, type JsonObject, type JsonValue } from "./json-value.js";

/**
 * Returns a value without the keys that its schema doesn't declare (the schema is the projection). An object keeps what
 * `properties`, `patternProperties` or a branch (`anyOf`, `oneOf`, `allOf`, `then`, `else`, a `$ref`) declares; it
 * keeps everything if the schema has `additionalProperties: true`, or declares no keys at all. Nothing else is changed,
 * and nothing is validated.
 */
export function filterBySchema(value: JsonValue, schema: JsonObject): JsonValue {
  return projected(value, [schema], schema);
}

function projected(value: JsonValue, schemas: readonly JsonObject[], root: JsonObject): JsonValue {
  const all = schemas.flatMap((schema) => applied(schema, root));
  if (isArray(value))
    return value.map((item, index) =>
      projected(
        item,
        all.flatMap((schema) => itemSchemas(schema, index)),
        root,
      ),
    );
  if (!isJsonObject(value) || !all.some(declaresKeys)) return value;
  const allowsOtherKeys = all.some(({ additionalProperties }) => additionalProperties === true);
  const declaredMembers = Object.entries(value).flatMap(([key, member]) => {
    const declared = all.flatMap((schema) => memberSchemas(schema, key));
    return declared.length > 0 || allowsOtherKeys ? [[key, projected(member, declared, root)] as const] : [];
  });
  return Object.fromEntries(declaredMembers);
}

const branchKeys = ["anyOf", "oneOf", "allOf"];
const conditionalKeys = ["then", "else"];

/** A schema with all schemas that it includes; recursive ones are included once. */
function applied(schema: JsonObject, root: JsonObject, seen: Set<JsonObject> = new Set()): readonly JsonObject[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const branches = branchKeys.flatMap((key) => listOf(schema[key]));
  const conditionals = conditionalKeys.map((key) => schema[key]);
  const referred = typeof schema.$ref === "string" ? [resolveRef(root, schema.$ref)] : [];
  const inner = [...branches, ...conditionals, ...referred].filter(isJsonObject);
  return [schema, ...inner.flatMap((one) => applied(one, root, seen))];
}

function declaresKeys({ properties, patternProperties, additionalProperties }: JsonObject): boolean {
  return isJsonObject(properties) || isJsonObject(patternProperties) || isJsonObject(additionalProperties);
}

/** Returns the schemas of the value under a key. `true`, which allows anything, is a schema too. */
function memberSchemas({ properties, patternProperties, additionalProperties }: JsonObject, key: string): readonly JsonObject[] {
  const own = isJsonObject(properties) && Object.hasOwn(properties, key) ? [properties[key]] : [];
  const patterns = Object.entries(isJsonObject(patternProperties) ? patternProperties : {});
  const matching = patterns.filter(([pattern]) => new RegExp(pattern, "u").test(key)).map(([, schema]) => schema);
  const declared = [...own, ...matching];
  const others = declared.length === 0 && isJsonObject(additionalProperties) ? [additionalProperties] : [];
  return [...declared, ...others].flatMap((schema) => (schema === true ? [{}] : isJsonObject(schema) ? [schema] : []));
}

function itemSchemas({ items, prefixItems }: JsonObject, index: number): readonly JsonObject[] {
  const prefix = listOf(prefixItems);
  const schema = index < prefix.length ? prefix[index] : items;
  return isJsonObject(schema) ? [schema] : [];
}

const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (isArray(value) ? value : []);

/**
 * Returns the target of a local `$ref` (`#/$defs/x`, `#`, `#anchor`), by JSON Pointer (RFC 6901); `undefined` if it has
 * none or is remote.
 */
export function resolveRef(root: JsonObject, ref: string): JsonValue | undefined {
  if (ref === "#") return root;
  if (!ref.startsWith("#/")) return ref.startsWith("#") ? findAnchor(root, ref.slice(1)) : undefined;
  const steps = ref
    .slice(2)
    .split("/")
    .map((step) => percentDecoded(step).replaceAll("~1", "/").replaceAll("~0", "~"));
  return steps.reduce<JsonValue | undefined>((at, step) => {
    if (Array.isArray(at)) return at[Number(step)];
    return isJsonObject(at) && Object.hasOwn(at, step) ? at[step] : undefined;
  }, root);
}

/** An invalid percent-encoding is kept as it is, and then most likely names nothing. */
function percentDecoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

function findAnchor(value: JsonValue | undefined, anchor: string): JsonValue | undefined {
  if (!isJsonObject(value)) return undefined;
  if (value.$anchor === anchor) return value;
  return Object.values(isJsonObject(value.$defs) ? value.$defs : {}).find(
    (definition) => isJsonObject(definition) && definition.$anchor === anchor,
  );
}

/**
 * Returns true if a schema leads back to itself by its `$ref`s (Gemini CLI's `hasCycleInSchema`), so that code which
 * replaces each `$ref` by its target would never end.
 */
export function hasCycleInSchema(schema: object): boolean {
  const root = schema as JsonObject;
  const finished = new Set<JsonValue>();
  const isCyclic = (value: JsonValue | undefined, around: ReadonlySet<JsonValue>): boolean => {
    if (isArray(value)) return value.some((one) => isCyclic(one, around));
    if (!isJsonObject(value) || finished.has(value)) return false;
    if (around.has(value)) return true;
    const inside = new Set([...around, value]);
    const target = typeof value.$ref === "string" ? resolveRef(root, value.$ref) : undefined;
    if (isCyclic(target, inside) || Object.values(value).some((one) => isCyclic(one, inside))) return true;
    finished.add(value);
    return false;
  };
  return isCyclic(root, new Set());
}

/** Returns true if every value of a schema is an object. Only then can it be MCP's structured content unchanged. */
export const isObjectSchema = ({ type, properties }: JsonObject): boolean =>
  type === "object" || (type === undefined && isJsonObject(properties));

/**
 * Returns a result as MCP's structured content, which must be an object: any other value is wrapped under `result`
 * (`output.schema`).
 */
export const toStructuredContent = (value: JsonValue, schema: JsonObject): JsonObject =>
  isObjectSchema(schema) && isJsonObject(value) ? value : { result: value };

/** How a schema follows from another one: by a merge patch (RFC 7386), or, where that can't say it, as a whole. */
export type SchemaChange = { readonly patch: JsonObject } | { readonly whole: JsonObject };

/** Returns the change from one schema to another; `undefined` if they are equal. */
export function schemaChange(from: JsonObject, to: JsonObject): SchemaChange | undefined {
  if (deepEqual(from, to)) return undefined;
  const patch = patchBetween(from, to);
  return deepEqual(merged(from, patch), to) ? { patch } : { whole: to };
}

export const changeSchema = (schema: JsonObject, change: SchemaChange | undefined): JsonObject =>
  change === undefined ? schema : "whole" in change ? change.whole : merged(schema, change.patch);

/** A patch can't set a member to `null`: there it means that the member goes. */
function patchBetween(from: JsonObject, to: JsonObject): JsonObject {
  const gone = Object.keys(from).filter((key) => !Object.hasOwn(to, key));
  const changed = Object.entries(to).flatMap(([key, value]): readonly (readonly [string, JsonValue])[] => {
    const before = Object.hasOwn(from, key) ? from[key] : undefined;
    if (deepEqual(before, value)) return [];
    return [[key, isJsonObject(before) && isJsonObject(value) ? patchBetween(before, value) : value]];
  });
  return Object.fromEntries([...gone.map((key) => [key, null] as const), ...changed]);
}

function merged(target: JsonObject, patch: JsonObject): JsonObject {
  const members = new Map(Object.entries(target));
  for (const [key, value] of Object.entries(patch)) {
    const before = members.get(key);
    if (value === null) members.delete(key);
    else members.set(key, isJsonObject(value) && isJsonObject(before) ? merged(before, value) : value);
  }
  return Object.fromEntries(members);
}
