import { resolveRef } from "../../../contract/json-schema.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../contract/json-value.js";
import type { ToolModel } from "../../tool-model.js";
import { describeParameter, describeParams } from "./describe-params.js";
import { docText, inline } from "./literal.js";
import type { NamedSchema } from "./schema-types.js";
import { freeName, takenNames, toolNames, typeName } from "./tool-names.js";

/**
 * Prints the declarations of each tool's types, its parameters' among them. The package that prints them is loaded for
 * the first tool whose types no earlier build printed.
 */
export async function printToolTypes(tools: readonly ToolModel[]): Promise<readonly string[]> {
  if (tools.length === 0) return [];
  const { printSchemaTypes } = await import("./schema-types.js");
  return printSchemaTypes(tools.map(toolTypes));
}

/**
 * The types of a tool's parameters before they are printed, and one for the target of each `$ref` in its schema, by its
 * name. Names and texts depend on this tool alone, so that a build may print some tools and keep the files of others.
 */
function toolTypes(tool: ToolModel): NamedSchema {
  const names = toolNames(tool.name);
  const taken = new Set(takenNames(names));
  const named = new Map<JsonValue, string>();
  const find: FindReference = (ref) => {
    const target = resolveRef(tool.schema, ref);
    if (target === undefined || isSelfContained(tool.schema, ref)) return undefined;
    const byName = (): PlainSchema => {
      if (target === tool.schema) return { $ref: "#" };
      const name = named.get(target) ?? freeName(names.prefix + typeName(lastStep(ref)), taken);
      named.set(target, name);
      return { $ref: `#/$defs/${name}` };
    };
    return { target, byName };
  };
  const schema = described(plainSchema(withoutDefaults(tool), find), describeParams(tool));
  const $defs: Record<string, PlainSchema> = {};
  // Printing one type can require others, which are appended to the map.
  for (const [target, name] of named) $defs[name] = described(plainSchema(target, find), describeParameter(target));
  return { name: names.paramsType, schema, $defs };
}

/** A parameter whose default is filled in may be absent, also if it is required. */
function withoutDefaults({ schema, definition }: ToolModel): JsonObject {
  const required = listAt(schema, "required").filter((name) => !Object.hasOwn(definition.defaults, String(name)));
  return schema.required === undefined ? schema : { ...schema, required };
}

const lastStep = (ref: string) => decodeURIComponent(ref.split("/").at(-1) ?? "").replace(/^#/, "");

/**
 * Returns true if a reference leads back to itself by references and branches alone. TypeScript refuses such a type,
 * which describes nothing.
 */
function isSelfContained(root: JsonObject, start: string): boolean {
  const seen = new Set<string>();
  const waiting = [start];
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    const next = refsOfSameValue(resolveRef(root, ref));
    if (next.includes(start)) return true;
    waiting.push(...next.filter((one) => !seen.has(one)));
    for (const one of next) seen.add(one);
  }
  return false;
}

function refsOfSameValue(schema: JsonValue | undefined): readonly string[] {
  if (!isJsonObject(schema)) return [];
  const branches = ["allOf", "anyOf", "oneOf"].flatMap((key) => {
    const value = schema[key];
    return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
  });
  return [...(typeof schema.$ref === "string" ? [schema.$ref] : []), ...branches.flatMap(refsOfSameValue)];
}

/**
 * A schema that only says what TypeScript can express, in the subset that json-schema-to-typescript prints correctly.
 */
type PlainSchema = JsonObject;

/** The target of a `$ref`, and a reference to its type. */
interface Reference {
  readonly target: JsonValue;
  readonly byName: () => PlainSchema;
}

/** Finds the target of a `$ref`; `undefined` if it has none, or leads back to the same value. */
type FindReference = (ref: string) => Reference | undefined;

/** The outer schemas' constraints on the same value: its possible types, and whether its object is closed. */
interface Around {
  readonly types: readonly string[] | undefined;
  readonly closed: boolean;
}

const alone: Around = { types: undefined, closed: false };
const everyType: readonly string[] = ["string", "number", "boolean", "null", "array", "object"];
const ofObjects = ["properties", "required", "additionalProperties", "patternProperties"];
const branching = ["$ref", "allOf", "anyOf", "oneOf"];
const conditions = ["if", "then", "else", "dependentSchemas"];
const ofArrays = ["items", "prefixItems"];

const unknown = (): PlainSchema => ({ tsType: "unknown" });
const never = (): PlainSchema => ({ tsType: "never" });
const isUnknown = (plain: PlainSchema) => plain.tsType === "unknown";

/**
 * Returns the type of a schema's values. Every valid value has the type; a value that has it is valid as far as
 * TypeScript can express. Keywords that say more (`minimum`, `pattern`, `not`, …) are left out: `describeParameter`
 * puts them into words.
 */
export function plainSchema(schema: JsonValue, find: FindReference, around: Around = alone): PlainSchema {
  if (schema === false) return never();
  if (!isJsonObject(schema)) return unknown();
  const inner: Around = { types: typesOf(schema) ?? around.types, closed: around.closed || isClosed(schema) };
  const branches = (key: string) => listAt(schema, key).map((branch) => plainSchema(branch, find, inner));
  const parts = [
    ownPart(schema, find, around),
    ...(typeof schema.$ref === "string" ? [referencePart(schema.$ref, find, inner)] : []),
    ...branches("allOf"),
    ...["anyOf", "oneOf"].filter((key) => Array.isArray(schema[key])).map((key) => union(branches(key))),
  ];
  return intersection(parts.filter((part) => !isUnknown(part)));
}

/** A closed schema closes the target of its reference, whose own type may be open. */
function referencePart(ref: string, find: FindReference, inner: Around): PlainSchema {
  const found = find(ref);
  if (found === undefined) return unknown();
  const { target, byName } = found;
  const isOpened = inner.closed && isJsonObject(target) && !isClosed(target) && (typesOf(target) ?? ["object"]).includes("object");
  return isOpened ? plainSchema(target, find, inner) : byName();
}

/** Returns a schema without its branches and references. */
function ownPart(schema: JsonObject, find: FindReference, around: Around): PlainSchema {
  const types = typesOf(schema);
  const options =
    schema.const !== undefined ? [schema.const] : Array.isArray(schema.enum) ? (schema.enum as readonly JsonValue[]) : undefined;
  if (options !== undefined) {
    const possible = options.filter((option) => types === undefined || types.includes(typeOf(option)));
    return possible.length === 0 ? never() : { tsType: `(${possible.map(inline).join(" | ")})` };
  }
  const structured = [...ofObjects, ...ofArrays].some((key) => schema[key] !== undefined) || (conditionalKeys(schema)?.length ?? 0) > 0;
  if (types === undefined && !structured) return unknown();
  return union((types ?? around.types ?? everyType).map((type) => ofType(type, { schema, find, around })));
}

interface Typed {
  readonly schema: JsonObject;
  readonly find: FindReference;
  readonly around: Around;
}

function ofType(type: string, typed: Typed): PlainSchema {
  if (type === "array") return arrayType(typed);
  if (type === "object") return objectType(typed);
  return { type };
}

const longestTuple = 12;

function arrayType({ schema, find }: Typed): PlainSchema {
  const first = listAt(schema, "prefixItems");
  const rest = schema.items ?? true;
  const element = plainSchema(rest, find);
  if (first.length === 0) return rest === false ? { tsType: "[]" } : { type: "array", items: element };
  const items = first.map((item) => plainSchema(item, find));
  if (first.length > longestTuple) return { type: "array", items: union([...items, ...(rest === false ? [] : [element])]) };
  const least = typeof schema.minItems === "number" ? Math.min(schema.minItems, first.length) : 0;
  // A tuple for each possible length: json-schema-to-typescript sets no parentheses around several.
  const lengths = items.map((_, i) => i).filter((length) => length >= least);
  return union([...lengths.map((length) => tuple(items.slice(0, length))), tuple(items, rest === false ? undefined : element)]);
}

function tuple(items: readonly PlainSchema[], rest?: PlainSchema): PlainSchema {
  const length = items.length;
  if (rest !== undefined) return { type: "array", items, additionalItems: isUnknown(rest) ? true : rest, minItems: length };
  return length === 0 ? { tsType: "[]" } : { type: "array", items, additionalItems: false, minItems: length, maxItems: length };
}

function objectType({ schema, find, around }: Typed): PlainSchema {
  const declared = isJsonObject(schema.properties) ? schema.properties : {};
  const required = listAt(schema, "required").filter((name): name is string => typeof name === "string");
  const others = otherKeys(schema, find, around);
  const undeclared = required.filter((name) => !Object.hasOwn(declared, name));
  const conditional = (conditionalKeys(schema) ?? []).filter((name) => !Object.hasOwn(declared, name) && !undeclared.includes(name));
  const named = [
    ...Object.entries(declared),
    ...undeclared.map((name) => [name, undeclaredValue(schema)] as const),
    ...conditional.map((name) => [name, true] as const),
  ];
  const members = named.filter(([name]) => name !== unprintable);
  const type = {
    type: "object",
    properties: Object.fromEntries(
      members.map(([name, value]) => [name, member(value, find, isInherited(name) && !required.includes(name))]),
    ),
    required: required.filter((name) => name !== unprintable),
    // TypeScript takes anything for an object without members: one that is really empty must say that it has none.
    additionalProperties: others ?? (named.length === 0 && standsAlone(schema, around) ? never() : false),
  };
  if (members.length === named.length) return type;
  const optional = required.includes(unprintable) ? "" : "?";
  const open = { ...type, additionalProperties: others === undefined ? false : unknown() };
  return intersection([open, { tsType: `{ ${unprintable}${optional}: unknown }` }]);
}

/**
 * json-schema-to-typescript calls this method of every object in a schema, so a schema can't have a property of that
 * name.
 */
const unprintable = "hasOwnProperty";

/** A member's type, and above it what the schema says in words. */
function member(schema: JsonValue, find: FindReference, untyped: boolean): PlainSchema {
  const text = describeParameter(schema);
  const printed = untyped ? unknown() : plainSchema(schema, find);
  return text === "" ? printed : described(printed, text);
}

/** TypeScript assumes that an object without such a key inherits it. */
const isInherited = (name: string) => name !== "__proto__" && Object.hasOwn(Object.prototype, name);

/** A plain schema that is given a comment or a name: beside a reference, either would copy the target, or be lost. */
function described(plain: PlainSchema, comment: string): PlainSchema {
  const own = plain.$ref === undefined ? plain : { allOf: [plain] };
  const description = docText(comment);
  return description === "" ? own : { ...own, description };
}

/** The type of the undeclared keys that an object may have; `undefined` if there are none. */
function otherKeys(schema: JsonObject, find: FindReference, around: Around): PlainSchema | undefined {
  const patterned = isJsonObject(schema.patternProperties) ? Object.values(schema.patternProperties) : [];
  // In TypeScript a pattern covers every key: also those that the outer schemas declare.
  const isOneOfSeveral = around !== alone || branching.some((key) => schema[key] !== undefined);
  const allowsOtherKeys = patterned.length > 0 && isOneOfSeveral && schema.additionalProperties === undefined;
  const rest = allowsOtherKeys || (schema.additionalProperties ?? unevaluated(schema) ?? !around.closed);
  const allowed = [...patterned, ...(rest === false ? [] : [rest])];
  return allowed.length === 0 ? undefined : union(allowed.map((value) => plainSchema(value, find)));
}

/** `unevaluatedProperties` sees the keys that branches declare; if TypeScript can't express that, nothing is said. */
function unevaluated(schema: JsonObject): JsonValue | undefined {
  const { unevaluatedProperties: rest } = schema;
  if (rest === undefined) return undefined;
  if (rest === false) return conditionalKeys(schema) === undefined;
  return [...conditions, ...branching].some((key) => schema[key] !== undefined) || rest;
}

/** The keys that conditions declare; `undefined` if a condition may allow others. */
function conditionalKeys(schema: JsonObject): readonly string[] | undefined {
  const dependent = isJsonObject(schema.dependentSchemas) ? Object.values(schema.dependentSchemas) : [];
  const parts = [...[schema.if, schema.then, schema.else].filter((part) => part !== undefined), ...dependent].filter(isJsonObject);
  const opening = [...branching, ...conditions, "patternProperties", "additionalProperties", "unevaluatedProperties"];
  if (parts.some((part) => opening.some((key) => part[key] !== undefined))) return undefined;
  return [...new Set(parts.flatMap(({ properties }) => (isJsonObject(properties) ? Object.keys(properties) : [])))];
}

/** Returns the schema of a key that is required but not declared beside it. */
function undeclaredValue(schema: JsonObject): JsonValue {
  return isJsonObject(schema.additionalProperties) && schema.patternProperties === undefined ? schema.additionalProperties : true;
}

const isClosed = (schema: JsonObject) => (schema.additionalProperties ?? unevaluated(schema)) === false;

function standsAlone(schema: JsonObject, around: Around): boolean {
  return around === alone && [...branching, ...conditions].every((key) => schema[key] === undefined);
}

function union(parts: readonly PlainSchema[]): PlainSchema {
  const [only] = parts;
  if (parts.some(isUnknown)) return unknown();
  return only === undefined ? never() : parts.length === 1 ? only : { anyOf: parts };
}

function intersection(parts: readonly PlainSchema[]): PlainSchema {
  const [only] = parts;
  return only === undefined ? unknown() : parts.length === 1 ? only : { allOf: parts };
}

/** TypeScript knows one kind of number. */
function typesOf({ type }: JsonObject): readonly string[] | undefined {
  if (type === undefined) return undefined;
  return [...new Set([type].flat().map((name) => (name === "integer" ? "number" : String(name))))];
}

function typeOf(value: JsonValue): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function listAt(schema: JsonObject, key: string): readonly JsonValue[] {
  const value = schema[key];
  return Array.isArray(value) ? value : [];
}
