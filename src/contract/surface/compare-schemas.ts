import { resolveRef } from "../json-schema.js";
import { deepEqual, isJsonObject, type JsonObject, type JsonValue } from "../json-value.js";
import type { NamelessChange } from "./change-kinds.js";

/** Compares the schemas of arguments for those who send them: fewer valid arguments are breaking. */
export const compareInputs = (before: JsonObject, after: JsonObject): readonly NamelessChange[] =>
  compareSchemas(before, after).map(inputChange);

function inputChange({ path, ...difference }: SchemaDifference): NamelessChange {
  const at = path;
  switch (difference.code) {
    case "property-added":
      return { code: difference.isRequired ? "required-parameter-added" : "parameter-added", at };
    case "property-removed":
      return { code: "parameter-removed", at };
    case "now-required":
      return { code: "parameter-required", at };
    case "no-longer-required":
      return { code: "parameter-optional", at };
    case "text-changed":
      return { code: "parameter-described", at };
    default: {
      const { code, ...facts } = difference;
      const codes = {
        narrowed: "values-narrowed",
        changed: "values-narrowed",
        widened: "values-widened",
        "default-changed": "default-changed",
      } as const;
      return { code: codes[code], at, ...facts };
    }
  }
}

/** Compares structured results for those who read them: more possible values are breaking. */
export function compareResults(before: JsonObject | null, after: JsonObject | null): readonly NamelessChange[] {
  if (before === null) return after === null ? [] : [{ code: "result-added" }];
  if (after === null) return [{ code: "result-removed" }];
  return compareSchemas(before, after).flatMap(resultChange);
}

function resultChange({ path, ...difference }: SchemaDifference): readonly NamelessChange[] {
  const at = path;
  switch (difference.code) {
    case "property-added":
      return [{ code: "result-property-added", at }];
    case "property-removed":
      return [{ code: "result-property-removed", at }];
    case "no-longer-required":
      return [{ code: "result-property-optional", at }];
    case "changed":
    case "widened": {
      const { keyword, before, after } = difference;
      return [{ code: "result-widened", at, keyword, before, after }];
    }
    case "narrowed":
    case "now-required":
      return [{ code: "result-changed", at }];
    case "default-changed":
    case "text-changed":
      return [];
    default:
      return difference satisfies never;
  }
}

/** Returns the differences between two JSON Schemas (2020-12), with local references followed. */
export function compareSchemas(before: JsonObject, after: JsonObject): readonly SchemaDifference[] {
  if (deepEqual(before, after)) return [];
  // Equal references may lead to different schemas, wherever those are.
  const sameDefinitions = ![before, after].some((schema) => JSON.stringify(schema).includes('"$ref"'));
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

/** Compares the keywords of two schemas that concern the value itself, not its properties or elements. */
function compareKeywords(before: JsonObject, after: JsonObject): readonly KeywordDifference[] {
  return [
    ...compareTypes(before, after),
    ...compareChoices(before, after),
    ...lowerBounds.flatMap((keyword) => compareBound(keyword, before, after, -1)),
    ...upperBounds.flatMap((keyword) => compareBound(keyword, before, after, 1)),
    ...compareBranches(before, after),
    ...others.flatMap((keyword) => compareOther(keyword, before, after)),
    ...compareAnnotations(before, after),
  ];
}

/** Keywords with a number that more values exceed when it falls, and those with one that more exceed when it rises. */
const lowerBounds = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains"] as const;
const upperBounds = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains"] as const;

/** Keywords of which only the presence can be compared. */
const others = [
  "pattern",
  "format",
  "multipleOf",
  "uniqueItems",
  "not",
  "contains",
  "propertyNames",
  "patternProperties",
  "prefixItems",
  "dependentRequired",
  "dependentSchemas",
  "unevaluatedProperties",
  "unevaluatedItems",
  "allOf",
  "if",
  "then",
  "else",
] as const;

const allTypes = ["array", "boolean", "integer", "null", "number", "object", "string"];

function compareTypes(before: JsonObject, after: JsonObject): readonly KeywordDifference[] {
  const [old, now] = [typesOf(before), typesOf(after)];
  const facts = { keyword: "type", before: before.type, after: after.type };
  return [
    ...(old.some((type) => !now.includes(type)) ? [{ code: "narrowed" as const, ...facts }] : []),
    ...(now.some((type) => !old.includes(type)) ? [{ code: "widened" as const, ...facts }] : []),
  ];
}

/** The types of a schema. A number may be an integer. */
function typesOf({ type }: JsonObject): readonly string[] {
  if (type === undefined) return allTypes;
  const named = (Array.isArray(type) ? type : [type]).map(String);
  return named.includes("number") ? [...named, "integer"] : named;
}

function compareChoices(before: JsonObject, after: JsonObject): readonly KeywordDifference[] {
  const [old, now] = [choicesOf(before), choicesOf(after)];
  if (old === undefined && now === undefined) return [];
  const facts = { keyword: "enum", before: old, after: now };
  const isGone = now !== undefined && (old === undefined || old.some((value) => !includes(now, value)));
  const isNew = old !== undefined && (now === undefined || now.some((value) => !includes(old, value)));
  return [...(isGone ? [{ code: "narrowed" as const, ...facts }] : []), ...(isNew ? [{ code: "widened" as const, ...facts }] : [])];
}

function choicesOf(schema: JsonObject): readonly JsonValue[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

const includes = (values: readonly JsonValue[], value: JsonValue) => values.some((one) => deepEqual(one, value));

/** `widens` is the sign of a change that lets more values pass. */
function compareBound(keyword: string, before: JsonObject, after: JsonObject, widens: 1 | -1): readonly KeywordDifference[] {
  const [old, now] = [before[keyword], after[keyword]];
  if (old === now) return [];
  const facts = { keyword, before: old, after: now };
  const isWider = now === undefined || (typeof old === "number" && typeof now === "number" && Math.sign(now - old) === widens);
  return [{ code: isWider ? "widened" : "narrowed", ...facts }];
}

/** `anyOf` and `oneOf`: more branches accept more, if the old ones are still there. */
function compareBranches(before: JsonObject, after: JsonObject): readonly KeywordDifference[] {
  return ["anyOf", "oneOf"].flatMap((keyword): readonly KeywordDifference[] => {
    const [old, now] = [before[keyword], after[keyword]];
    if (deepEqual(old, now)) return [];
    if (now === undefined) return [{ code: "widened", keyword, before: undefined, after: undefined }];
    const stays = Array.isArray(old) && Array.isArray(now) && old.every((branch) => includes(now, branch));
    const code = old === undefined ? "narrowed" : stays && keyword === "anyOf" ? "widened" : "changed";
    return [{ code, keyword, before: undefined, after: undefined }];
  });
}

function compareOther(keyword: string, before: JsonObject, after: JsonObject): readonly KeywordDifference[] {
  const [old, now] = [before[keyword], after[keyword]];
  if (deepEqual(old, now)) return [];
  return [{ code: now === undefined ? "widened" : old === undefined ? "narrowed" : "changed", keyword, before: old, after: now }];
}

function compareAnnotations(before: JsonObject, after: JsonObject): readonly KeywordDifference[] {
  const texts = (["title", "description"] as const).filter((keyword) => before[keyword] !== after[keyword]);
  const values = { before: before.default, after: after.default };
  return [
    ...(deepEqual(before.default, after.default) ? [] : [{ code: "default-changed" as const, ...values }]),
    ...texts.map((keyword) => ({ code: "text-changed" as const, keyword })),
  ];
}

/** One difference between two JSON Schemas. `path` names the property: `edits[].oldText`; empty for the whole value. */
export type SchemaDifference = { readonly path: string } & (
  | { readonly code: "property-added"; readonly isRequired: boolean }
  | { readonly code: "property-removed" }
  | { readonly code: "now-required" }
  | { readonly code: "no-longer-required" }
  /** The keyword is another, and it can't be told which values it lets pass now. */
  | { readonly code: "changed"; readonly keyword: string; readonly before: JsonValue | undefined; readonly after: JsonValue | undefined }
  /** Values that were valid aren't any more. */
  | { readonly code: "narrowed"; readonly keyword: string; readonly before: JsonValue | undefined; readonly after: JsonValue | undefined }
  /** Values that weren't valid are now. */
  | { readonly code: "widened"; readonly keyword: string; readonly before: JsonValue | undefined; readonly after: JsonValue | undefined }
  | { readonly code: "default-changed"; readonly before: JsonValue | undefined; readonly after: JsonValue | undefined }
  | { readonly code: "text-changed"; readonly keyword: "title" | "description" }
);

/** A difference without its path. */
type KeywordDifference = WithoutPath<SchemaDifference>;

type WithoutPath<T> = T extends unknown ? Omit<T, "path"> : never;
