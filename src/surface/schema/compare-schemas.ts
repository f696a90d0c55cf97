import { deepEqual } from "../../runtime/json/deep-equal.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { resolveRef } from "../../runtime/json/resolve-ref.js";
import { compareKeywords } from "./compare-keywords.js";
import type { SchemaDifference } from "./schema-difference.js";

/** Returns the differences between two JSON Schemas (2020-12), with local references followed. */
export function compareSchemas(before: JsonObject, after: JsonObject): readonly SchemaDifference[] {
  const sameDefinitions = deepEqual(before.$defs, after.$defs);
  return compareAt({ before, after, path: "", roots: { before, after, sameDefinitions }, refs: [] });
}

interface Pair {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly path: string;
  readonly roots: { readonly before: JsonObject; readonly after: JsonObject; readonly sameDefinitions: boolean };
  /** The pairs of references that are being followed: a schema may contain itself. */
  readonly refs: readonly string[];
}

function compareAt(pair: Pair): readonly SchemaDifference[] {
  const { roots, path, refs } = pair;
  if (roots.sameDefinitions && deepEqual(pair.before, pair.after)) return [];
  const followed = JSON.stringify([pair.before.$ref ?? null, pair.after.$ref ?? null]);
  if (refs.includes(followed)) return [];
  const before = followRef(pair.before, roots.before);
  const after = followRef(pair.after, roots.after);
  const isRef = pair.before.$ref !== undefined || pair.after.$ref !== undefined;
  const inside = { ...pair, before, after, refs: isRef ? [...refs, followed] : refs };
  return [
    ...compareKeywords(before, after).map((difference) => ({ ...difference, path })),
    ...compareProperties(inside),
    ...compareElements(inside),
    ...compareOtherKeys(inside),
  ];
}

/** The keywords beside a reference, which 2020-12 allows, come before those of its target. */
function followRef(schema: JsonObject, root: JsonObject): JsonObject {
  const seen = new Set<string>();
  let here = schema;
  while (typeof here.$ref === "string" && !seen.has(here.$ref)) {
    seen.add(here.$ref);
    const { $ref, ...beside } = here;
    const target = resolveRef(root, here.$ref);
    here = isJsonObject(target) ? { ...target, ...beside } : beside;
  }
  return here;
}

function compareProperties(pair: Pair): readonly SchemaDifference[] {
  const [old, now] = [objectAt(pair.before.properties), objectAt(pair.after.properties)];
  const [required, requiredNow] = [namesAt(pair.before.required), namesAt(pair.after.required)];
  // `required` may name keys that aren't in `properties`.
  const names = [...new Set([...Object.keys(old), ...Object.keys(now), ...required, ...requiredNow])];
  return names.flatMap((name): readonly SchemaDifference[] => {
    const path = pair.path === "" ? name : `${pair.path}.${name}`;
    const [isDeclared, isDeclaredNow] = [Object.hasOwn(old, name), Object.hasOwn(now, name)];
    if (isDeclared && !isDeclaredNow) return [{ code: "property-removed", path }];
    if (!isDeclared && isDeclaredNow) return [{ code: "property-added", path, isRequired: requiredNow.has(name) }];
    const isChanged = required.has(name) !== requiredNow.has(name);
    const code = requiredNow.has(name) ? "now-required" : "no-longer-required";
    const inside = compareAt({ ...pair, before: schemaAt(old[name]), after: schemaAt(now[name]), path });
    return [...(isChanged ? [{ code, path } as const] : []), ...inside];
  });
}

function compareElements(pair: Pair): readonly SchemaDifference[] {
  const { before, after, path } = pair;
  if (before.items === undefined && after.items === undefined) return [];
  return compareAt({ ...pair, before: schemaAt(before.items), after: schemaAt(after.items), path: `${path}[]` });
}

/** `additionalProperties`, which is true if it is absent. */
function compareOtherKeys(pair: Pair): readonly SchemaDifference[] {
  const { before, after, path } = pair;
  const [old, now] = [before.additionalProperties ?? true, after.additionalProperties ?? true];
  const keyword = "additionalProperties";
  if (old === false && now !== false) return [{ code: "widened", path, keyword, before: false, after: now }];
  if (old !== false && now === false) return [{ code: "narrowed", path, keyword, before: old, after: false }];
  if (!isJsonObject(old) && !isJsonObject(now)) return [];
  return compareAt({ ...pair, before: schemaAt(old), after: schemaAt(now), path: `${path}.*` });
}

/** The schema that a keyword holds: `true` and an absent one accept every value. */
function schemaAt(value: JsonValue | undefined): JsonObject {
  if (isJsonObject(value)) return value;
  return value === false ? { not: {} } : {};
}

const objectAt = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});
const namesAt = (value: JsonValue | undefined) => new Set(Array.isArray(value) ? value.map(String) : []);
