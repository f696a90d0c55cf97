import { slowPattern } from "../../call/slow-pattern.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import { danglingIn, followReference, identityOf, notThere } from "../openapi-document.js";

/** The formats that are checked. Others, such as `int64` and `password`, would only be warnings. */
const formats = [
  ...["date-time", "date", "time", "duration", "email", "hostname", "ipv4", "ipv6"],
  ...["uri", "uri-reference", "uuid", "json-pointer", "regex"],
];

const types = ["string", "integer", "number", "boolean", "null", "array", "object"];
const counts = ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"];
const numbers = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];

/** Returns the types of a schema of either version, without those that don't exist. */
export function schemaTypes({ type, nullable, properties, items }: JsonObject): readonly string[] {
  const typeNames = (Array.isArray(type) ? type : [type]).filter((one): one is string => typeof one === "string" && types.includes(one));
  const all = typeNames.length > 0 ? typeNames : properties !== undefined ? ["object"] : items !== undefined ? ["array"] : [];
  return nullable === true && all.length > 0 && !all.includes("null") ? [...all, "null"] : all;
}

/**
 * Returns the keywords about a single value, in the form of JSON Schema 2020-12. Invalid ones are left out, and so are
 * those that contradict each other: no call could give a value.
 */
export function valueKeywords(schema: JsonObject): JsonObject {
  const all = schemaTypes(schema);
  const restrictions = { ...withoutEmptyRanges(limits(schema), all), ...pattern(schema) };
  const { options, isRestricted } = possibleOptions(ofType(choices(schema), all), restrictions, all);
  return {
    ...(all.length === 0 ? {} : { type: all.length === 1 ? (all[0] ?? "") : all }),
    ...options,
    ...(isRestricted ? restrictions : {}),
    ...(typeof schema.format === "string" && formats.includes(schema.format) ? { format: schema.format } : {}),
    ...(schema.uniqueItems === true ? { uniqueItems: true } : {}),
  };
}

/** Leaves out both ends of a range that has no values. */
function withoutEmptyRanges(given: JsonObject, all: readonly string[]): JsonObject {
  const at = (name: string, otherwise: number) => (typeof given[name] === "number" ? given[name] : otherwise);
  const least = Math.max(at("minimum", -Infinity), at("exclusiveMinimum", -Infinity));
  const most = Math.min(at("maximum", Infinity), at("exclusiveMaximum", Infinity));
  const isOpen = [given.exclusiveMinimum === least, given.exclusiveMaximum === most];
  const [first, last] = [isOpen[0] ? Math.floor(least) + 1 : Math.ceil(least), isOpen[1] ? Math.ceil(most) - 1 : Math.floor(most)];
  const isEmpty = least > most || (least === most && isOpen.includes(true)) || (all.join() === "integer" && first > last);
  const contradicting = counts.flatMap((name, n) => {
    const other = counts[n + 1] ?? "";
    return n % 2 === 0 && at(name, 0) > at(other, Infinity) ? [name, other] : [];
  });
  const left = [...contradicting, ...(isEmpty ? numbers.filter((name) => name !== "multipleOf") : [])];
  return Object.fromEntries(Object.entries(given).filter(([name]) => !left.includes(name)));
}

/** Options of which the type refuses all are left out. Restrictions that refuse all options give way to them. */
function possibleOptions(options: JsonObject, restrictions: JsonObject, all: readonly string[]) {
  const values: readonly JsonValue[] = Array.isArray(options.enum) ? options.enum : options.const === undefined ? [] : [options.const];
  const typed = values.filter((value) => all.length === 0 || typeNamesOf(value).some((name) => all.includes(name)));
  if (typed.length === 0) return { options: {}, isRestricted: true };
  return { options, isRestricted: typed.some((value) => isAdmitted(value, restrictions)) };
}

/** Options of another type are written in the schema's: `type: integer, enum: ["1"]`, `type: string, enum: [1]`. */
function ofType(options: JsonObject, all: readonly string[]): JsonObject {
  const { enum: values } = options;
  const [type, ...more] = all.filter((one) => one !== "null");
  if (!Array.isArray(values) || type === undefined || more.length > 0) return options;
  const written = values.map((value: JsonValue) => {
    if (type === "string" && (typeof value === "number" || typeof value === "boolean")) return String(value);
    const isNumber = (type === "integer" || type === "number") && typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value);
    return isNumber ? Number(value) : value;
  });
  return written.some(hasLostDigits) ? {} : { ...options, enum: [...new Set(written)] };
}

function typeNamesOf(value: JsonValue): readonly string[] {
  if (value === null) return ["null"];
  if (Array.isArray(value)) return ["array"];
  return Number.isInteger(value) ? ["integer", "number"] : [typeof value];
}

function isAdmitted(value: JsonValue, given: JsonObject): boolean {
  const within = (size: number, least: string, most: string) =>
    size >= Number(given[least] ?? -Infinity) && size <= Number(given[most] ?? Infinity);
  if (Array.isArray(value)) return within(value.length, "minItems", "maxItems");
  if (typeof value === "number") return within(value, "minimum", "maximum");
  if (typeof value !== "string") return true;
  return (
    within([...value].length, "minLength", "maxLength") && (typeof given.pattern !== "string" || new RegExp(given.pattern, "u").test(value))
  );
}

/** A choice that may be null needs it among its values, too. */
function choices(schema: JsonObject): JsonObject {
  const { enum: values, const: constant } = schema;
  const isNullable = schemaTypes(schema).includes("null");
  if (constant !== undefined) return hasLostDigits(constant) ? {} : { const: constant };
  if (!Array.isArray(values) || values.length === 0 || values.some(hasLostDigits)) return {};
  const all: readonly JsonValue[] = isNullable && !values.includes(null) ? [...values, null] : values;
  return { enum: [...new Map(all.map((value) => [JSON.stringify(value), value])).values()] };
}

/** Returns true for a number whose digits were lost when the document was read: it would be another one. */
export const hasLostDigits = (value: JsonValue): boolean => Number.isInteger(value) && !Number.isSafeInteger(value);

/** In OpenAPI 3.0, `exclusiveMinimum: true` says that `minimum` is exclusive. */
function limits(schema: JsonObject): JsonObject {
  const exclusive = (["minimum", "maximum"] as const).flatMap((name) => {
    const own = `exclusive${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    return schema[own] === true && typeof schema[name] === "number" ? [[name, own] as const] : [];
  });
  const renamed = new Map<string, string>(exclusive);
  const kept = [...counts, ...numbers].flatMap((name) => {
    const value = schema[name];
    if (typeof value !== "number" || !Number.isFinite(value)) return [];
    if (counts.includes(name) && (!Number.isInteger(value) || value < 0)) return [];
    if (name === "multipleOf" && value <= 0) return [];
    // Limits of 64-bit integers can't be written exactly, and refuse nothing that a model would send.
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return [];
    return [[renamed.get(name) ?? name, value] as const];
  });
  return Object.fromEntries(kept);
}

function pattern({ pattern: given, maxLength }: JsonObject): JsonObject {
  if (typeof given !== "string" || given.length > 500) return {};
  try {
    new RegExp(given, "u");
  } catch {
    return {};
  }
  const isSlow = slowPattern(given, { maxLength: typeof maxLength === "number" ? maxLength : undefined }) !== undefined;
  return isSlow ? {} : { pattern: given };
}

/**
 * Returns a schema with the parts in its `allOf` merged into it, as documents mean them: properties and `required` add
 * up, and the outer schema's other keywords win. A part that occurs again is merged once.
 */
export function mergeParts(schema: JsonObject, root: JsonObject, seen: Set<JsonValue | undefined> = new Set()): JsonObject {
  const { allOf, ...own } = schema;
  if (!Array.isArray(allOf)) return schema;
  const parts = allOf.flatMap((part: JsonValue) => {
    const identity = identityOf(part);
    const target = seen.has(identity) ? undefined : followReference(part, root);
    seen.add(identity);
    return target === undefined ? [] : [mergeParts(target, root, seen)];
  });
  return [...parts, own].reduce<JsonObject>(mergeTwo, {});
}

/** Returns what the parts of a schema lack because references in its `allOf` lead nowhere. */
export function lostParts(schema: JsonObject, root: JsonObject): readonly string[] {
  const lost = new Set<string>();
  const seen = new Set<JsonValue | undefined>();
  const visit = ({ allOf }: JsonObject): void => {
    for (const [, ref] of danglingIn(allOf, root)) lost.add(notThere(ref));
    for (const part of Array.isArray(allOf) ? (allOf as readonly JsonValue[]) : []) {
      const target = seen.has(identityOf(part)) ? undefined : followReference(part, root);
      seen.add(identityOf(part));
      if (target !== undefined) visit(target);
    }
  };
  visit(schema);
  if (lost.size === 0) return [];
  const { required, properties } = mergeParts(schema, root);
  const declared = isJsonObject(properties) ? properties : {};
  const names = (Array.isArray(required) ? required : []).filter((name: JsonValue) => !Object.hasOwn(declared, String(name)));
  return [...lost, ...names.map((name: JsonValue) => `its required '${String(name)}' isn't declared`)];
}

function mergeTwo(a: JsonObject, b: JsonObject): JsonObject {
  const merged: Record<string, JsonValue> = { ...a, ...b };
  if (isJsonObject(a.properties) && isJsonObject(b.properties)) merged.properties = { ...a.properties, ...b.properties };
  if (Array.isArray(a.required) && Array.isArray(b.required)) merged.required = [...a.required, ...b.required];
  // A part that is closed would refuse the properties of the others.
  if (a.additionalProperties === false && b.properties !== undefined) delete merged.additionalProperties;
  return merged;
}
