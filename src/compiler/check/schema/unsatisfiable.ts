import type { Diagnostic } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import { resolveRef } from "../../../contract/json-schema.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../contract/json-value.js";
import { type JsonType, typeOf, typesOf } from "../../../contract/schema-variants.js";
import type { Subschema } from "../../json-schema/subschemas.js";
import type { ToolContext } from "../language/tool-context.js";

/** Why no value satisfies a subschema, and the keyword that says so. */
interface Contradiction {
  readonly keyword: string;
  readonly reason: string;
}

/** Reports a subschema that no value satisfies: its keywords contradict each other, so no call could give it. */
export function unsatisfiable({ path, schema }: Subschema, tool: ToolContext): readonly Diagnostic[] {
  const found = emptyRange(schema) ?? refusedOptions(schema) ?? disjointTypes(schema) ?? tooFewKeys(schema);
  if (found === undefined) return [];
  const { keyword, reason } = found;
  const help =
    keyword === "enum" && typesIn(schema).includes("array") && isJsonObject(schema.items) ? "Move `enum` into `items`." : undefined;
  return [diagnostic("unsatisfiable-schema", tool.at(["schema", ...path, keyword]), { keyword, reason }, { help })];
}

/** Limits of one size, and the types that have it. */
const limits: readonly (readonly [least: string, most: string, types: readonly JsonType[]])[] = [
  ["minLength", "maxLength", ["string"]],
  ["minItems", "maxItems", ["array"]],
  ["minContains", "maxContains", ["array"]],
  ["minProperties", "maxProperties", ["object"]],
];

function emptyRange(schema: JsonObject): Contradiction | undefined {
  const types = typesOf(schema);
  // Without a type, values of other types satisfy the schema, but a range without values is a mistake all the same.
  const concerns = (all: readonly JsonType[]) => schema.type === undefined || types.every((type) => all.includes(type));
  for (const [least, most, all] of limits) {
    const [from, to] = [numberAt(schema, least), numberAt(schema, most)];
    if (from !== undefined && to !== undefined && from > to && concerns(all))
      return { keyword: most, reason: `${least} is ${from} and ${most} ${to}` };
  }
  return concerns(["number", "integer"]) ? emptyInterval(schema, types) : undefined;
}

function emptyInterval(schema: JsonObject, types: readonly JsonType[]): Contradiction | undefined {
  const lower = bound(schema, ["minimum", "exclusiveMinimum"], Math.max);
  const upper = bound(schema, ["maximum", "exclusiveMaximum"], Math.min);
  if (lower === undefined || upper === undefined) return undefined;
  const isOpen = lower.keyword.startsWith("exclusive") || upper.keyword.startsWith("exclusive");
  const shown = `${lower.keyword} is ${lower.value} and ${upper.keyword} ${upper.value}`;
  if (lower.value > upper.value || (lower.value === upper.value && isOpen)) return { keyword: upper.keyword, reason: shown };
  if (schema.type === undefined || types.includes("number") || types.some((type) => type !== "integer")) return undefined;
  const first = Math.floor(lower.value) + (Number.isInteger(lower.value) && !lower.keyword.startsWith("exclusive") ? 0 : 1);
  const isAbove = upper.keyword.startsWith("exclusive") ? first >= upper.value : first > upper.value;
  return isAbove ? { keyword: upper.keyword, reason: `${shown}, and no integer is between them` } : undefined;
}

function bound(schema: JsonObject, keywords: readonly string[], tighter: (...values: readonly number[]) => number) {
  const given = keywords.flatMap((keyword) => {
    const value = numberAt(schema, keyword);
    return value === undefined ? [] : [{ keyword, value }];
  });
  const value = tighter(...given.map((one) => one.value));
  // Of two equal limits, the exclusive one is tighter.
  return given.findLast((one) => one.value === value);
}

function numberAt(schema: JsonObject, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === "number" ? value : undefined;
}

/** Options none of which the other keywords beside them admit. */
function refusedOptions(schema: JsonObject): Contradiction | undefined {
  const { const: only, enum: several, ...others } = schema;
  const options = only !== undefined ? [only] : Array.isArray(several) ? several : [];
  const keyword = only !== undefined ? "const" : "enum";
  if (options.length === 0) return undefined;
  if (only !== undefined && Array.isArray(several) && !several.some((one) => JSON.stringify(one) === JSON.stringify(only)))
    return { keyword: "const", reason: "it isn't one of `enum`" };
  const refusals = options.map((option) => refusedBy(option, others));
  const [first] = refusals;
  return first !== undefined && refusals.every((refusal) => refusal !== undefined)
    ? { keyword, reason: `\`${first}\` admits none of its values` }
    : undefined;
}

/** Returns the keyword that refuses a value. Keywords that it doesn't know refuse nothing. */
function refusedBy(value: JsonValue, schema: JsonObject): string | undefined {
  if (schema.type !== undefined && !typesOf({ type: schema.type }).some((type) => isOfType(value, type))) return "type";
  const size = typeof value === "string" ? [...value].length : Array.isArray(value) ? value.length : undefined;
  const [least, most] = Array.isArray(value) ? ["minItems", "maxItems"] : ["minLength", "maxLength"];
  if (size !== undefined && size < (numberAt(schema, least) ?? 0)) return least;
  if (size !== undefined && size > (numberAt(schema, most) ?? Number.POSITIVE_INFINITY)) return most;
  if (typeof value === "string" && typeof schema.pattern === "string" && !compiled(schema.pattern).test(value)) return "pattern";
  if (typeof value !== "number") return undefined;
  if (value < (numberAt(schema, "minimum") ?? value)) return "minimum";
  return value > (numberAt(schema, "maximum") ?? value) ? "maximum" : undefined;
}

const isOfType = (value: JsonValue, type: JsonType) => typeOf(value) === type || (type === "number" && typeof value === "number");

function compiled(pattern: string): RegExp {
  try {
    return new RegExp(pattern, "u");
  } catch {
    // Reported elsewhere.
    return /(?:)/;
  }
}

/** A branch that every value must satisfy, or branches of which it must satisfy one, without a type in common. */
function disjointTypes(schema: JsonObject): Contradiction | undefined {
  if (schema.type === undefined) return undefined;
  const outer = typesIn(schema);
  const excludes = (branch: JsonValue) => isJsonObject(branch) && !typesIn(branch).some((type) => outer.includes(type));
  const reason = `their types exclude ${outer.join(" and ")}`;
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = schema[keyword];
    if (Array.isArray(branches) && branches.length > 0 && branches.every(excludes)) return { keyword, reason };
  }
  return Array.isArray(schema.allOf) && schema.allOf.some(excludes) ? { keyword: "allOf", reason } : undefined;
}

/** The types of a schema's own keywords. An integer is a number. */
function typesIn(schema: JsonObject): readonly JsonType[] {
  const types = typesOf(schema);
  return types.includes("number") && !types.includes("integer") ? [...types, "integer"] : types;
}

function tooFewKeys({ required, maxProperties, type }: JsonObject): Contradiction | undefined {
  if (type !== "object" || !Array.isArray(required) || typeof maxProperties !== "number") return undefined;
  const count = new Set(required).size;
  return count > maxProperties ? { keyword: "maxProperties", reason: `${count} keys are required` } : undefined;
}

/**
 * Returns true if a `$ref` leads back to itself with no way out. No finite value is valid for a cycle through `$ref`,
 * `allOf`, and required properties or elements alone, and the Gemini API accepts only cycles through properties that
 * aren't required. Through schemas of the same value alone (`anyOf`, `not`, …), a validator never ends.
 */
export function isInescapable(root: JsonObject, subschema: Subschema): boolean {
  const start = subschema.schema.$ref;
  return typeof start === "string" && [requiredParts, sameValueParts].some((parts) => leadsBack(root, start, parts));
}

type Parts = (schema: JsonObject) => readonly (JsonValue | undefined)[];

function leadsBack(root: JsonObject, start: string, parts: Parts): boolean {
  const refs = (schema: JsonValue | undefined): readonly string[] => {
    if (!isJsonObject(schema)) return [];
    const own = typeof schema.$ref === "string" ? [schema.$ref] : [];
    return [...own, ...parts(schema).flatMap(refs)];
  };
  const seen = new Set<string>();
  const follow = (ref: string): boolean => {
    if (seen.has(ref)) return ref === start;
    seen.add(ref);
    return refs(resolveRef(root, ref)).some((next) => next === start || follow(next));
  };
  return follow(start);
}

/** The subschemas that every value must match, and those of required parts. */
const requiredParts: Parts = (schema) => {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = listOf(schema.required).map((key) => (typeof key === "string" ? properties[key] : undefined));
  return [...listOf(schema.allOf), ...required, ...requiredElements(schema)];
};

/** The first elements have schemas of their own, and `items` is for those behind them. */
function requiredElements({ minItems, prefixItems, items }: JsonObject): readonly (JsonValue | undefined)[] {
  const least = typeof minItems === "number" ? minItems : 0;
  const first = listOf(prefixItems);
  return [...first.slice(0, least), ...(least > first.length ? [items] : [])];
}

/** The subschemas for the same value. A validator enters all of them. */
const sameValueParts: Parts = ({ allOf, anyOf, oneOf, not, if: condition, then: yes, else: no, dependentSchemas }) => [
  ...[allOf, anyOf, oneOf].flatMap(listOf),
  ...[not, condition, yes, no],
  ...(isJsonObject(dependentSchemas) ? Object.values(dependentSchemas) : []),
];

const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? value : []);
