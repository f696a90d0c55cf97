import { deepEqual } from "../../runtime/json/deep-equal.js";
import type { JsonObject, JsonValue } from "../../runtime/json/json-value.js";
import type { KeywordDifference } from "./schema-difference.js";

/** Compares the keywords of two schemas that concern the value itself, not its properties or elements. */
export function compareKeywords(before: JsonObject, after: JsonObject): readonly KeywordDifference[] {
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
