import { isJsonObject, type JsonObject, type JsonValue, pointerStep } from "../../contract/json-value.js";
import { danglingReference, followReference, identityOf, nonEmptyText, notThere } from "../openapi-document.js";
import { asSentence, shortenText } from "../text/visible-text.js";
import type { Credentials } from "./find-credentials.js";
import { hasLostDigits, lostParts, mergeParts, schemaTypes, valueKeywords } from "./value-keywords.js";

/** The size of a tool's parameters above which deeper objects are shown to a model without their properties. */
export const schemaLimits = { levels: 6, subschemas: 150, description: 300 } as const;

/** The state of converting the schemas of one operation. */
export interface SchemaConversion {
  readonly root: JsonObject;
  /** So many optional objects in one another are shown with their parts: a tool with all would cost too many tokens. */
  readonly optionalLevels?: number;
  /** Notes on what was left out, for the user. */
  readonly notes: string[];
  subschemas: number;
  /** Decides what no model may see. Without it, nothing is a credential. */
  readonly credentials?: Credentials;
  /** Reasons why the value of the schema can't be sent, since it was converted last. */
  readonly problems?: string[];
}

/**
 * Converts a schema for a request to JSON Schema 2020-12, with what a model needs: references replaced, `readOnly`
 * properties left out, and defaults described and not sent, because the server has them. `at` is what the notes name.
 */
export function convertSchema(given: JsonValue | undefined, state: SchemaConversion, at: string): JsonObject {
  return convert(given, state, { at, level: 0, optional: 0, within: [] });
}

/** Returns why the value of the schema that was just converted can't be sent; `undefined` if it can. */
export const takeProblem = ({ problems }: SchemaConversion): string | undefined => problems?.splice(0)[0];

interface Position {
  readonly at: string;
  readonly level: number;
  /** How many of the objects around this one, and this one, may be missing. */
  readonly optional: number;
  /** The schemas around this one, which a recursive schema contains again. */
  readonly within: readonly JsonValue[];
}

function convert(given: JsonValue | undefined, state: SchemaConversion, position: Position): JsonObject {
  const target = followReference(given, state.root);
  const lost = danglingReference(given, state.root);
  if (lost !== undefined) state.notes.push(`${position.at} takes any value: ${notThere(lost)}.`);
  if (target === undefined) return {};
  const schema = mergeParts(target, state.root);
  for (const reason of lostParts(target, state.root)) state.notes.push(`${position.at} lacks a part: ${reason}.`);
  const identity = identityOf(given) ?? target;
  const isRecursive = position.within.includes(identity);
  const isLarge = position.level >= schemaLimits.levels || ++state.subschemas > schemaLimits.subschemas;
  const inner = { ...position, level: position.level + 1, within: [...position.within, identity] };
  const described = describe(schema);
  const isCut = state.optionalLevels !== undefined && position.optional > state.optionalLevels;
  if (isRecursive || ((isLarge || isCut) && hasMembers(schema))) {
    const reason =
      isCut && !isRecursive
        ? "all optional parts would cost a model too much"
        : `the document nests ${isRecursive ? "it in itself" : "deeply"}`;
    state.notes.push(`${position.at} is shown without its parts, because ${reason}.`);
    return { ...typeAlone(valueKeywords(schema)), ...described };
  }
  const [first = []] = alternativesOf(schema, given, state.root);
  const converted = first.map((one) => withDiscriminator(convert(one, state, inner), one, schema.discriminator));
  const distinct = [...new Map(converted.map((one) => [JSON.stringify(one), one])).values()];
  const [only] = distinct;
  const own: JsonObject = { ...possibleKeywords(schema, distinct), ...described };
  if (Array.isArray(schema.enum) && own.enum === undefined && schema.enum.some((value: JsonValue) => hasLostDigits(Number(value))))
    state.notes.push(`'enum' of ${position.at} is left out: only the server checks it.`);
  const parts = { ...objectKeywords(schema, state, inner), ...arrayKeywords(schema, state, inner) };
  if (distinct.length === 1 && only !== undefined) return { ...only, ...own, ...parts };
  if (distinct.some(isEmpty) && first.some(isAboutKeys))
    state.notes.push(`Which properties of ${position.at} go together isn't checked here: the server does.`);
  return { ...own, ...parts, ...(distinct.length === 0 || distinct.some(isEmpty) ? {} : { anyOf: distinct }) };
}

const isAboutKeys = (one: JsonValue) => isJsonObject(one) && (one.required !== undefined || one.not !== undefined);

/**
 * The lists of alternatives of a schema. A schema with a discriminator and without a list has those that refer to it in
 * their `allOf`.
 */
export function alternativesOf(schema: JsonObject, given: JsonValue | undefined, root: JsonObject): readonly (readonly JsonValue[])[] {
  const declared = ["oneOf", "anyOf"].flatMap((key) => {
    const list = schema[key];
    return Array.isArray(list) && list.length > 0 ? [list as readonly JsonValue[]] : [];
  });
  const ref = isJsonObject(given) && typeof given.$ref === "string" ? given.$ref : undefined;
  if (declared.length > 0 || !isJsonObject(schema.discriminator) || ref === undefined) return declared;
  const { components } = root;
  const all = Object.entries(isJsonObject(components) && isJsonObject(components.schemas) ? components.schemas : {});
  const isChild = (one: JsonValue) =>
    isJsonObject(one) && Array.isArray(one.allOf) && one.allOf.some((part: JsonValue) => isJsonObject(part) && part.$ref === ref);
  const children = all.filter(([, one]) => isChild(one)).map(([name]) => ({ $ref: `#/components/schemas/${pointerStep(name)}` }));
  return children.length === 0 ? [] : [children];
}

/** An alternative whose kind a discriminator names gets that name as the value of its property. */
function withDiscriminator(converted: JsonObject, one: JsonValue, discriminator: JsonValue | undefined): JsonObject {
  const { propertyName, mapping } = isJsonObject(discriminator) ? discriminator : {};
  const ref = isJsonObject(one) && typeof one.$ref === "string" ? one.$ref : undefined;
  if (typeof propertyName !== "string" || ref === undefined || !isJsonObject(converted.properties)) return converted;
  const own = converted.properties[propertyName];
  const name = ref.split("/").at(-1) ?? "";
  const isNamed = ([, target]: readonly [string, JsonValue]) => target === ref || target === name;
  const [value] = Object.entries(isJsonObject(mapping) ? mapping : {}).find(isNamed) ?? [name];
  if (!isJsonObject(own) || own.enum !== undefined || own.const !== undefined) return converted;
  return { ...converted, properties: { ...converted.properties, [propertyName]: { ...own, const: value } } };
}

const isEmpty = (schema: JsonObject) => Object.keys(schema).length === 0;

const hasMembers = (schema: JsonObject) =>
  ["properties", "items", "oneOf", "anyOf", "additionalProperties"].some((key) => typeof schema[key] === "object");

/** Leaves out a type that all alternatives exclude, and a limit that has no room for the required keys. */
function possibleKeywords(schema: JsonObject, alternatives: readonly JsonObject[]): JsonObject {
  const { type, maxProperties, ...others } = valueKeywords(schema);
  const all = schemaTypes(schema);
  const excludes = (one: JsonObject) => schemaTypes(one).length > 0 && !schemaTypes(one).some((name) => isOneOf(name, all));
  const isTyped = type !== undefined && (alternatives.length === 0 || !alternatives.every(excludes));
  const isPossible = typeof maxProperties === "number" && requiredNames(schema).length <= maxProperties;
  return { ...(isTyped ? { type } : {}), ...others, ...(isPossible ? { maxProperties } : {}) };
}

/** An integer is a number. */
const isOneOf = (name: string, all: readonly string[]) =>
  all.includes(name) || (name === "integer" && all.includes("number")) || (name === "number" && all.includes("integer"));

const typeAlone = ({ type }: JsonObject): JsonObject => (type === undefined ? {} : { type });

/** The description, with the default that the server applies. */
function describe(schema: JsonObject): JsonObject {
  const text = nonEmptyText(schema.description) ?? nonEmptyText(schema.title);
  const shown = text === undefined ? "" : shortenText(text, schemaLimits.description);
  const preset = presetText(schema.default);
  const isNamed = preset === undefined || /\bdefaults?\b/i.test(shown);
  const all = [...(shown === "" ? [] : [isNamed ? shown : asSentence(shown)]), ...(isNamed ? [] : [`Default: ${preset}.`])].join(" ");
  return all === "" ? {} : { description: all };
}

function presetText(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null || value === "" || hasLostDigits(value)) return undefined;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 60 || text === "[]" || text === "{}" ? undefined : shortenText(text, 60);
}

/** The names of properties that every model provider accepts. */
const isPortable = (name: string) => /^[a-zA-Z0-9_.-]{1,64}$/.test(name) && name !== "__proto__";

function objectKeywords(schema: JsonObject, state: SchemaConversion, position: Position): JsonObject {
  if (!schemaTypes(schema).includes("object")) return {};
  const declared = Object.entries(isJsonObject(schema.properties) ? schema.properties : {});
  const required = requiredNames(schema);
  const named = declared.filter(([name, value]) => isNeeded(value, required.includes(name), state.root));
  const isSecret = ([name, value]: readonly [string, JsonValue]) =>
    isNestedSecret({ name, value, isRequired: required.includes(name) }, state, position);
  const shown = named.filter((entry) => !isSecret(entry));
  const unportable = shown.filter(([name]) => !isPortable(name)).map(([name]) => name);
  if (unportable.some((name) => required.includes(name))) {
    state.notes.push(`${position.at} is shown without its properties: not every model provider accepts the name '${unportable[0]}'.`);
    return {};
  }
  if (unportable.length > 0)
    state.notes.push(
      `${position.at} has no ${unportable.map((name) => `'${name}'`).join(", ")}: not every model provider accepts such a name.`,
    );
  const kept = shown
    .filter(([name]) => isPortable(name))
    .map(([name, value]) => {
      const optional = position.optional + (required.includes(name) ? 0 : 1);
      return [name, convert(value, state, { ...position, optional, at: `${position.at}.${name}` })] as const;
    });
  const names = required.filter((name) => kept.some(([own]) => own === name));
  const { additionalProperties: others } = schema;
  return {
    ...(kept.length === 0 ? {} : { properties: Object.fromEntries(kept) }),
    ...(names.length === 0 ? {} : { required: names }),
    ...(isJsonObject(others) ? { additionalProperties: convert(others, state, { ...position, at: `${position.at}.*` }) } : {}),
    ...(others === false && unportable.length === 0 && kept.length > 0 ? { additionalProperties: false } : {}),
  };
}

/** A credential inside of a parameter can't become a secret: the parameter is sent as the model gives it. */
function isNestedSecret(
  { name, value, isRequired }: { readonly name: string; readonly value: JsonValue; readonly isRequired: boolean },
  { credentials, root, notes, problems }: SchemaConversion,
  { at }: Position,
): boolean {
  const schema = followReference(value, root);
  if (schema === undefined || credentials?.isCredential(name, mergeParts(schema, root)) !== true) return false;
  notes.push(`'${name}' in ${at} is left out: it is a secret. --keep ${name} lets the model send it.`);
  if (isRequired) problems?.push(`its secret '${name}' is in ${at}; --keep ${name} lets the model send it`);
  return true;
}

function arrayKeywords(schema: JsonObject, state: SchemaConversion, position: Position): JsonObject {
  if (!schemaTypes(schema).includes("array")) return {};
  if (schema.prefixItems !== undefined) state.notes.push(`${position.at} is a list whose elements differ: only the server checks them.`);
  const items = convert(schema.items, state, { ...position, at: `${position.at}[]` });
  return isEmpty(items) ? {} : { items };
}

export const requiredNames = ({ required }: JsonObject): readonly string[] =>
  Array.isArray(required) ? [...new Set(required.filter((name: JsonValue): name is string => typeof name === "string"))] : [];

/** Returns false for a property that only the server sets, or that is deprecated and may be missing. */
export function isNeeded(value: JsonValue, isRequired: boolean, root: JsonObject): boolean {
  // `true` allows any value, and so does what isn't there.
  const isAny = value === true || danglingReference(value, root)?.startsWith("#");
  const schema = followReference(value, root) ?? (isAny ? {} : undefined);
  return schema !== undefined && schema.readOnly !== true && (isRequired || schema.deprecated !== true);
}

/** A schema as people write it: the type first, and the description before what is inside. */
export function sortSchema(schema: JsonObject): JsonObject {
  const order = ["type", "description", "enum", "const"];
  const rank = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length);
  const entries = Object.entries(schema).sort(([a], [b]) => rank(a) - rank(b));
  return Object.fromEntries(
    entries.map(([key, value]) => [key, key === "properties" && isJsonObject(value) ? sortedMembers(value) : value]),
  );
}

const sortedMembers = (properties: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, isJsonObject(schema) ? sortSchema(schema) : schema]));
