import { isJsonObject, type JsonObject, type JsonValue } from "../../../contract/json-value.js";
import { describeParameter } from "./describe-params.js";
import { keysByTemplate } from "./expressible-schema.js";
import { docText, inline } from "./literal.js";

/**
 * A schema that only says what TypeScript can express, in the subset that json-schema-to-typescript prints correctly.
 */
export type PlainSchema = JsonObject;

/** The target of a `$ref`, and a reference to its type. */
interface Reference {
  readonly target: JsonValue;
  readonly byName: () => PlainSchema;
}

/** Finds the target of a `$ref`; `undefined` if it has none, or leads back to the same value. */
export type FindReference = (ref: string) => Reference | undefined;

/** The outer schemas' constraints on the same value: its possible types, and whether its object is closed. */
interface Around {
  readonly types: readonly string[] | undefined;
  readonly closed: boolean;
}

const alone: Around = { types: undefined, closed: false };
const everyType: readonly string[] = ["string", "number", "boolean", "null", "array", "object"];
const structuring = ["properties", "required", "additionalProperties", "patternProperties", "items", "prefixItems"];
const branching = ["$ref", "allOf", "anyOf", "oneOf"];
const conditions = ["if", "then", "else", "dependentSchemas"];

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
  const ofBranches = (key: string) => listAt(schema, key).map((branch) => plainSchema(branch, find, inner));
  const unions = ["anyOf", "oneOf"].filter((key) => Array.isArray(schema[key]));
  const parts = [
    { plain: ownPart(schema, find, around), source: [withoutBranches(schema)] },
    ...(typeof schema.$ref === "string" ? [{ plain: referencePart(schema.$ref, find, inner), source: [{ $ref: schema.$ref }] }] : []),
    ...listAt(schema, "allOf").map((branch) => ({ plain: plainSchema(branch, find, inner), source: [branch] })),
    ...unions.map((key) => ({ plain: union(ofBranches(key)), source: listAt(schema, key) })),
  ];
  // `{}` says nothing beside the type of an object.
  const isOfObjects = parts.some(
    ({ plain, source }) => !isEmptyObject(plain) && source.length > 0 && source.every((one) => describesObject(one, find, inner.types)),
  );
  return intersection(parts.map(({ plain }) => plain).filter((plain) => !isUnknown(plain) && !(isOfObjects && isEmptyObject(plain))));
}

const withoutBranches = (schema: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => !branching.includes(key)));

const isEmptyObject = ({ type, properties, required, additionalProperties: others }: PlainSchema) =>
  type === "object" &&
  Object.keys(properties ?? {}).length === 0 &&
  (required as readonly JsonValue[]).length === 0 &&
  (others === false || (isJsonObject(others) && isUnknown(others)));

/** Returns true if every value of a schema is an object, as its own words and those of its branches say. */
function describesObject(schema: JsonValue, find: FindReference, types: Around["types"], depth = 0): boolean {
  if (!isJsonObject(schema) || depth > 8) return false;
  const own = typesOf(schema) ?? types;
  if (own?.length === 1 && own[0] === "object") return true;
  const isObject = (one: JsonValue) => describesObject(one, find, own, depth + 1);
  const target = typeof schema.$ref === "string" ? find(schema.$ref)?.target : undefined;
  const unions = ["anyOf", "oneOf"].map((key) => listAt(schema, key));
  const isObjects = unions.some((branches) => branches.length > 0 && branches.every(isObject));
  return (target !== undefined && isObject(target)) || listAt(schema, "allOf").some(isObject) || isObjects;
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
    return union(possible.map((option) => ({ tsType: inline(option) })));
  }
  const structured = structuring.some((key) => schema[key] !== undefined) || (conditionalKeys(schema)?.length ?? 0) > 0;
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
  const texts = [...items, ...(rest === false ? [] : [element])].map(inlineType);
  if (least < items.length && texts.every((text) => text !== undefined)) {
    const members = texts.map((text, i) => (i < least ? text : i < items.length ? `${text}?` : `...${text}[]`));
    return { tsType: `[${members.join(", ")}]` };
  }
  // json-schema-to-typescript has no optional elements, and sets no parentheses around a tuple for each length.
  const lengths = items.map((_, i) => i).filter((length) => length >= least);
  return union([...lengths.map((length) => tuple(items.slice(0, length))), tuple(items, rest === false ? undefined : element)]);
}

/** The text of a type that has no members; `undefined` for any other, which only json-schema-to-typescript prints. */
function inlineType(plain: PlainSchema): string | undefined {
  if (typeof plain.tsType === "string") return plain.tsType;
  if (typeof plain.type === "string" && everyType.indexOf(plain.type) < everyType.indexOf("array")) return plain.type;
  const options = alternatives(plain).map((one) => (one === plain ? undefined : inlineType(one)));
  return options.every((text) => text !== undefined) ? `(${options.join(" | ")})` : undefined;
}

function tuple(items: readonly PlainSchema[], rest?: PlainSchema): PlainSchema {
  const length = items.length;
  if (rest !== undefined) return { type: "array", items, additionalItems: isUnknown(rest) ? true : rest, minItems: length };
  return length === 0 ? { tsType: "[]" } : { type: "array", items, additionalItems: false, minItems: length, maxItems: length };
}

function objectType({ schema, find, around }: Typed): PlainSchema {
  const declared = isJsonObject(schema.properties) ? schema.properties : {};
  const required = listAt(schema, "required").filter((name): name is string => typeof name === "string");
  const keyed = keyedType(schema, find, around);
  const others = keyed === undefined ? otherKeys(schema, find, around) : undefined;
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
  if (keyed !== undefined) return named.length === 0 ? keyed : intersection([type, keyed]);
  if (members.length === named.length) return type;
  const optional = required.includes(unprintable) ? "" : "?";
  const open = { ...type, additionalProperties: others === undefined ? false : unknown() };
  return intersection([open, { tsType: `{ ${unprintable}${optional}: unknown }` }]);
}

/** The type of an object's keys by the pattern that they match, where each is a beginning or an end of them. */
function keyedType(schema: JsonObject, find: FindReference, around: Around): PlainSchema | undefined {
  const { patternProperties: patterns } = schema;
  if (!isJsonObject(patterns) || !isClosed(schema) || !standsAlone(schema, around)) return undefined;
  const text = keysByTemplate(patterns, (value) => inlineType(plainSchema(value, find)));
  return text === undefined ? undefined : { tsType: text };
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
export function described(plain: PlainSchema, comment: string): PlainSchema {
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

/** Each alternative once, and none that another includes: `true | false` is `boolean`, `string | "a"` is `string`. */
function union(parts: readonly PlainSchema[]): PlainSchema {
  if (parts.some(isUnknown)) return unknown();
  const all = parts.flatMap(alternatives).filter(({ tsType }) => tsType !== "never");
  const literals = new Set(all.map(({ tsType }) => tsType));
  const isBoolean = literals.has("true") && literals.has("false");
  const whole = isBoolean ? all.map((one) => (one.tsType === "true" ? { type: "boolean" } : one)) : all;
  const types = new Set(whole.map(({ type }) => type));
  const distinct = once(whole.filter(({ tsType }) => !types.has(typeOfLiteral(String(tsType)) ?? "")));
  const [only] = distinct;
  return only === undefined ? never() : distinct.length === 1 ? only : { anyOf: distinct };
}

const alternatives = (plain: PlainSchema): readonly PlainSchema[] =>
  Array.isArray(plain.anyOf) && plain.description === undefined ? (plain.anyOf as readonly PlainSchema[]) : [plain];

/** The type of a literal's text; `undefined` for any other text. */
function typeOfLiteral(text: string): string | undefined {
  if (text.startsWith('"')) return "string";
  if (/^-?\d/.test(text)) return "number";
  return text === "true" || text === "false" ? "boolean" : text === "null" ? "null" : undefined;
}

function intersection(given: readonly PlainSchema[]): PlainSchema {
  const parts = once(given);
  const literals = parts.map((part) => alternatives(part).map(({ tsType }) => typeOfLiteral(String(tsType))));
  // `string` says nothing beside literals that are texts.
  const useful = parts.filter(({ type }) => type === undefined || !literals.some((types) => types.every((one) => one === type)));
  const [only] = useful;
  return only === undefined ? unknown() : useful.length === 1 ? only : { allOf: useful };
}

/** Equal parts once: two schemas that differ in what TypeScript can't say have one type. */
function once(parts: readonly PlainSchema[]): readonly PlainSchema[] {
  return [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()];
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

export function listAt(schema: JsonObject, key: string): readonly JsonValue[] {
  const value = schema[key];
  return Array.isArray(value) ? value : [];
}
