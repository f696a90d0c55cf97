import { deepEqual, isJsonObject, type JsonObject, type JsonValue } from "../../../contract/json-value.js";
import { mapSubschemas } from "../../json-schema/subschemas.js";

// JSON Schema says some things in ways that no type has, and TypeScript says the same as a union or by a key that is
// `never`. Each function here replaces a keyword by others that accept the same objects.

/** Returns a schema that accepts the same values, in words that a type can express as far as that is possible. */
export function expressibleSchema(schema: JsonObject): JsonObject {
  // A reference to a part of a keyword means the part as it was.
  if (/"\$ref":"#[^"]*\/(?:anyOf|oneOf|allOf|not|if|then|else|propertyNames)(?:\/|")/.test(JSON.stringify(schema))) return schema;
  return mapSubschemas(schema, (part) =>
    [namesAsProperties, exclusiveBranches, absentKeys, dependentKeys, cases].reduce((one, by) => by(one), part),
  );
}

/** Other keywords that declare keys, so that what one branch declares isn't all that its object may have. */
const declaring = [
  "$ref",
  "$dynamicRef",
  "allOf",
  "anyOf",
  "oneOf",
  "if",
  "then",
  "else",
  "dependentSchemas",
  "patternProperties",
  "propertyNames",
];

const declaresElsewhere = (schema: JsonObject, but: string) => declaring.some((key) => key !== but && schema[key] !== undefined);
const objectAt = (schema: JsonObject, key: string): JsonObject => (isJsonObject(schema[key]) ? schema[key] : {});
const without = (schema: JsonObject, ...keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)));
const alsoAll = (schema: JsonObject, ...parts: readonly JsonObject[]): JsonObject => ({
  ...schema,
  allOf: [...(Array.isArray(schema.allOf) ? (schema.allOf as readonly JsonValue[]) : []), ...parts],
});
const strings = (value: JsonValue | undefined): readonly string[] | undefined =>
  Array.isArray(value) && value.every((one) => typeof one === "string") ? (value as readonly string[]) : undefined;
const hasOnly = (schema: JsonObject, keys: readonly string[]) => Object.keys(schema).every((key) => keys.includes(key));

/** `propertyNames` with an `enum` declares these keys, and with a pattern all that match. */
function namesAsProperties(schema: JsonObject): JsonObject {
  const { propertyNames, additionalProperties = true } = schema;
  if (!isJsonObject(propertyNames) || declaresElsewhere(schema, "propertyNames") || schema.unevaluatedProperties !== undefined)
    return schema;
  const rest = without(schema, "propertyNames");
  const declared = objectAt(schema, "properties");
  const names = hasOnly(propertyNames, ["enum", "type"]) ? strings(propertyNames.enum) : undefined;
  if (names !== undefined) {
    const refused = Object.keys(declared).filter((name) => !names.includes(name));
    const properties = [...names.map((name) => [name, declared[name] ?? additionalProperties]), ...refused.map((name) => [name, false])];
    return { ...rest, properties: Object.fromEntries(properties) as JsonObject, additionalProperties: false };
  }
  const { pattern } = propertyNames;
  if (typeof pattern !== "string" || !hasOnly(propertyNames, ["pattern", "type"]) || schema.properties !== undefined) return schema;
  return { ...rest, patternProperties: { [pattern]: additionalProperties }, additionalProperties: false };
}

/** Branches that allow no other keys refuse those of the other branches. */
const exclusiveBranches = (schema: JsonObject) => exclusive(exclusive(schema, "oneOf"), "anyOf");

function exclusive(schema: JsonObject, key: "oneOf" | "anyOf"): JsonObject {
  const branches = schema[key];
  if (!Array.isArray(branches) || branches.length > mostBranches) return schema;
  if (!branches.every(isJsonObject) || branches.some((branch) => declaresElsewhere(branch, ""))) return schema;
  // A value has the keys of one branch, unless it may be of several.
  const isClosed = key === "oneOf" && schema.unevaluatedProperties === false && schema.additionalProperties === undefined;
  const isAlone = isClosed && !declaresElsewhere(schema, key);
  const all = branches.flatMap((branch) => Object.keys(objectAt(branch, "properties")));
  const changed = branches.map((branch): JsonObject => {
    const { additionalProperties: others } = branch;
    if (others !== false && !(isAlone && others === undefined)) return branch;
    const declared = objectAt(branch, "properties");
    const allowed = others === false ? declared : { ...objectAt(schema, "properties"), ...declared };
    const refused = all.filter((name) => !Object.hasOwn(allowed, name));
    return refused.length === 0
      ? branch
      : { ...branch, properties: { ...declared, ...Object.fromEntries(refused.map((name) => [name, false])) } };
  });
  return { ...schema, [key]: changed };
}

const mostBranches = 20;

/** `not: { required: [a, b] }` is an object without `a`, or without `b`. */
function absentKeys(schema: JsonObject): JsonObject {
  const { not } = schema;
  const names =
    isJsonObject(not) && hasOnly(not, ["required", "type"]) && (not.type ?? "object") === "object" ? strings(not.required) : undefined;
  if (names === undefined || names.length === 0) return schema;
  return alsoAll(without(schema, "not"), { anyOf: names.map((name) => ({ properties: { [name]: false } })) });
}

/** `dependentRequired: { a: [b] }` is an object without `a`, or with `b`. */
function dependentKeys(schema: JsonObject): JsonObject {
  if (schema.dependentRequired === undefined) return schema;
  const always = strings(schema.required) ?? [];
  const all = Object.entries(objectAt(schema, "dependentRequired"));
  const entries = all.filter(([, required]) => !strings(required)?.every((name) => always.includes(name)));
  if (entries.length > mostDependent) return schema;
  const parts = entries.map(([name, required]) => ({ anyOf: [{ properties: { [name]: false } }, { required }] }));
  const rest = without(schema, "dependentRequired");
  return parts.length === 0 ? rest : alsoAll(rest, ...parts);
}

/** Each doubles the cases of the type. */
const mostDependent = 4;

/** `if` about the values of one key that lists its values is a union of two cases: here, or in a part of `allOf`. */
function cases(schema: JsonObject): JsonObject {
  const declared = objectAt(schema, "properties");
  const isCase = (part: JsonValue): part is JsonObject => isJsonObject(part) && hasOnly(part, ["if", "then", "else"]);
  const parts = Array.isArray(schema.allOf) ? (schema.allOf as readonly JsonValue[]) : [];
  const allOf = parts.map((part) => (isCase(part) ? (caseOf(part, declared) ?? part) : part));
  const whole = parts.length === 0 ? schema : { ...schema, allOf };
  const own = caseOf(schema, declared);
  return own === undefined ? whole : alsoAll(without(whole, "if", "then", "else"), own);
}

function caseOf(schema: JsonObject, declared: JsonObject): JsonObject | undefined {
  const { if: condition, then: met, else: unmet } = schema;
  if (!isJsonObject(condition) || !hasOnly(condition, ["properties", "required", "type"])) return undefined;
  if ((condition.type ?? "object") !== "object") return undefined;
  const [entry, ...more] = Object.entries(objectAt(condition, "properties"));
  const required = condition.required === undefined ? [] : (strings(condition.required) ?? [""]);
  if (entry === undefined || more.length > 0 || required.some((name) => name !== entry[0])) return undefined;
  const [name, wanted] = entry;
  const values = valuesOf(wanted, ["const", "enum"]);
  const possible = Object.hasOwn(declared, name) ? valuesOf(declared[name]) : undefined;
  if (values === undefined || possible === undefined) return undefined;
  const isAmong = (value: JsonValue) => values.some((one) => deepEqual(one, value));
  const of = (enumerated: readonly JsonValue[], isRequired: boolean, then: JsonValue | undefined): JsonObject => {
    const holds = { properties: { [name]: { enum: enumerated } }, ...(isRequired && { required: [name] }) };
    return then === undefined ? holds : { allOf: [holds, then] };
  };
  const others = possible.filter((one) => !isAmong(one));
  // Without the key, a condition about its value is met.
  const branches = [of(possible.filter(isAmong), required.length > 0, met), of(others, required.length === 0, unmet)];
  return { anyOf: branches };
}

/** Returns all values of a schema, if it lists them. */
function valuesOf(schema: JsonValue | undefined, only?: readonly string[]): readonly JsonValue[] | undefined {
  if (!isJsonObject(schema) || (only !== undefined && !hasOnly(schema, only))) return undefined;
  if (schema.const !== undefined) return [schema.const];
  if (Array.isArray(schema.enum)) return schema.enum as readonly JsonValue[];
  return schema.type === "boolean" ? [true, false] : undefined;
}

/** Returns the type of an object by the patterns of its keys, where TypeScript has a template for each. */
export function keysByTemplate(patterns: JsonObject, print: (value: JsonValue) => string | undefined): string | undefined {
  const members = Object.entries(patterns).map(([pattern, value]) => {
    const [key, type] = [keyTemplate(pattern), print(value)];
    return key === undefined || type === undefined ? undefined : `[k: ${key}]: ${type}`;
  });
  return members.length === 0 || members.includes(undefined) ? undefined : `{ ${members.join("; ")} }`;
}

/** Returns a pattern that is only the beginning or the end of a key as a template of TypeScript, in backticks. */
function keyTemplate(pattern: string): string | undefined {
  const [, start, text = "", end] = /^(\^?)((?:[\w:/@ -]|\\[.$+/-])+)(\$?)$/.exec(pattern) ?? [];
  const plain = text.replaceAll("\\", "");
  if (start === undefined || (start === "^") === (end === "$")) return undefined;
  return start === "^" ? `\`${plain}\${string}\`` : `\`\${string}${plain}\``;
}
