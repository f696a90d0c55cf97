import type { Selector } from "../../../contract/definition.js";
import { resolveRef } from "../../../contract/json-schema.js";
import { deepEqual, isJsonObject, type JsonObject, type JsonValue } from "../../../contract/json-value.js";
import { elements, property, typesOf } from "../../../contract/schema-variants.js";
import { mapSubschemas } from "../../json-schema/subschemas.js";
import type { RepairDefinition } from "./lower-repair.js";

/**
 * Returns the schema for clients that validate a call before they send it, without aliases or coercion
 * (docs/gemini-cli.md): everything that repair accepts must pass there. It has exactly the properties of the canonical
 * schema, each as its own type first; objects are open, parameters that may come under another name aren't required,
 * and numbers and booleans also accept a text. Each alternative costs the model tokens, and invites it to use it.
 */
export function openSchema(schema: JsonObject, rules: RepairDefinition): JsonObject {
  const accepted = acceptedForms(schema, rules);
  return mapSubschemas(schema, (opened, canonical) => open(opened, canonical, accepted));
}

/**
 * Keywords that are only valid for repaired arguments: an alias, a text for a number or a client's own key would
 * violate them. The call checks them.
 */
const checkedByCall = new Set([
  ...["not", "if", "then", "else", "dependentRequired", "dependentSchemas"],
  ...["propertyNames", "maxProperties", "unevaluatedProperties", "unevaluatedItems", "contains", "minContains", "maxContains"],
]);

/** `opened` is a subschema whose parts are already open. */
function open(opened: JsonObject, canonical: JsonObject, { holders, values }: AcceptedForms): JsonObject {
  const holder = holders.get(canonical);
  const entries = Object.entries(opened).flatMap(([key, value]): readonly (readonly [string, JsonValue])[] => {
    if (checkedByCall.has(key)) return [];
    switch (key) {
      case "additionalProperties":
        return value === false || holder !== undefined ? [] : [[key, value]];
      case "items":
        // These clients validate by draft-07, which has no tuples: there, `items` applies to every element.
        return opened.prefixItems === undefined ? [[key, value]] : [];
      case "required":
        return withoutOptional(value, holder);
      case "properties":
        return [[key, withAnnouncements(value, holder)]];
      case "allOf":
        return Array.isArray(value) && value.every(admitsAll) ? [] : [[key, value]];
      case "anyOf":
        return oneOfThese(value);
      case "oneOf":
        // More than one open branch may match.
        if (deepEqual(value, canonical.oneOf)) return [[key, value]];
        return opened.anyOf === undefined ? oneOfThese(value) : [];
      default:
        return [[key, value]];
    }
  });
  const declared = values.get(canonical) ?? [];
  return withForms(Object.fromEntries(entries), [...scalarForms(canonical, declared.length > 0), ...declared]);
}

function withoutOptional(required: JsonValue, holder: HolderForms | undefined): readonly (readonly [string, JsonValue])[] {
  const rest = Array.isArray(required) ? required.filter((name: JsonValue) => !holder?.optional.has(String(name))) : [];
  return rest.length === 0 ? [] : [["required", rest]];
}

/** A model that isn't bound by `required` reads it in the description. */
function withAnnouncements(properties: JsonValue, holder: HolderForms | undefined): JsonValue {
  if (!isJsonObject(properties) || holder === undefined) return properties;
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, holder.announced.has(name) ? announced(schema) : schema]),
  );
}

function announced(schema: JsonValue): JsonValue {
  if (!isJsonObject(schema)) return schema === true ? { description: "Required." } : schema;
  if (typeof schema.description === "string") return { ...schema, description: `Required. ${schema.description}` };
  // The Gemini API accepts no keyword beside `$ref`.
  return schema.$ref === undefined ? { ...schema, description: "Required." } : { description: "Required.", anyOf: [schema] };
}

const admitsAll = (branch: JsonValue) => branch === true || (isJsonObject(branch) && Object.keys(branch).length === 0);

/** Returns branches as `anyOf`, without duplicates; nothing if one of them accepts everything. */
function oneOfThese(branches: JsonValue): readonly (readonly [string, JsonValue])[] {
  if (!Array.isArray(branches) || branches.some(admitsAll)) return [];
  const all = branches.flatMap((branch: JsonValue) =>
    isJsonObject(branch) && Array.isArray(branch.anyOf) && Object.keys(branch).length === 1
      ? (branch.anyOf as readonly JsonValue[])
      : [branch],
  );
  return [["anyOf", all.filter((branch, index) => all.findIndex((other) => deepEqual(other, branch)) === index)]];
}

/**
 * A number or boolean may also be given as a text. A text may be given as a whole number if its pattern asks for
 * digits, or if the spec declares other forms of it anyway.
 */
function scalarForms(canonical: JsonObject, hasForms: boolean): readonly JsonObject[] {
  const { type, enum: listed, const: only } = canonical;
  if (type === undefined && listed === undefined && only === undefined) return [];
  const types = typesOf(canonical);
  const isScalar = types.some((one) => one === "integer" || one === "number" || one === "boolean");
  if (isScalar) return types.includes("string") && listed === undefined ? [] : [{ type: "string" }];
  return types.includes("string") && !types.includes("array") && (hasForms || asksForDigits(canonical)) ? [{ type: "integer" }] : [];
}

/** Returns true if the digits of some whole number match the pattern of a text, and other texts don't. */
const asksForDigits = ({ pattern }: JsonObject): boolean =>
  typeof pattern === "string" &&
  !new RegExp(pattern, "u").test("text") &&
  wholeNumbers.some((digits) => new RegExp(pattern, "u").test(digits));

/** One of each length that a client reads without losing digits, and some that patterns ask for. */
const wholeNumbers = [...Array.from({ length: 15 }, (_, i) => "123456789012345".slice(0, i + 1)), "0", "9", "2024", "-1"];

/**
 * Returns a schema that also accepts other forms of its value. Every client and API supports `anyOf`; annotations stay
 * outside of it.
 */
function withForms(schema: JsonObject, forms: readonly JsonObject[]): JsonObject {
  if (forms.length === 0) return schema;
  const { title, description, default: byDefault, ...rest } = schema;
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...Object.fromEntries(oneOfThese([rest, ...forms])),
    ...(byDefault === undefined ? {} : { default: byDefault }),
  };
}

/**
 * The forms that repair accepts besides those of a schema, by the subschemas (compared by identity) because of which a
 * client would refuse them.
 */
interface AcceptedForms {
  /** Objects that may have undeclared keys: aliases, ignored keys, keys of a wrapped element. */
  readonly holders: ReadonlyMap<JsonObject, HolderForms>;
  /** Schemas of values that may have another form, such as one element instead of a list. */
  readonly values: ReadonlyMap<JsonObject, readonly JsonObject[]>;
}

interface HolderForms {
  /** Parameters that may be given in another way, so a client can't require them. */
  readonly optional: ReadonlySet<string>;
  /** Those that the call requires nevertheless. */
  readonly announced: ReadonlySet<string>;
}

/** Finds where a schema is stricter than repair: at every level, through references and branches. */
function acceptedForms(root: JsonObject, { aliases, wrap = [], coerce = [], ignore, ignoreIf = [] }: RepairDefinition): AcceptedForms {
  const holders = new Map<JsonObject, { optional: Set<string>; announced: Set<string> }>();
  const values = new Map<JsonObject, JsonObject[]>();

  const formsOf = (holder: JsonObject) => {
    const names = holders.get(holder) ?? { optional: new Set(), announced: new Set() };
    holders.set(holder, names);
    return names;
  };
  const acceptKeysIn = (path: Selector) => void schemasAt(root, path).map(formsOf);
  const makeOptional = (target: Selector) => {
    const name = target.at(-1) ?? "";
    const all = schemasAt(root, target.slice(0, -1));
    const certain = schemasAt(root, target.slice(0, -1), "certain");
    const isRequired = certain.some((holder) => requires(holder, name));
    for (const holder of all) {
      const forms = formsOf(holder);
      forms.optional.add(name);
      if (isRequired || requires(holder, name)) forms.announced.add(name);
    }
  };
  const acceptForm = (target: Selector, form: JsonObject) => {
    for (const value of declaredAt(root, target)) values.set(value, [...(values.get(value) ?? []), form]);
  };

  for (const { target, nested = [] } of aliases) {
    makeOptional(target);
    for (const selector of nested) acceptKeysIn(selector.slice(0, -1));
  }
  for (const { target } of wrap) {
    makeOptional([target]);
    // Two branches: Gemini CLI warns about a schema with two types.
    for (const type of ["string", "object"]) acceptForm([target], { type });
  }
  const isJson = (target: Selector) => coerce.some((rule) => rule.kind === "json" && deepEqual(rule.target, target));
  for (const rule of coerce) {
    if (rule.kind === "range") makeOptional([rule.start]);
    if (rule.kind === "searchReplace") makeOptional([rule.target]);
    if (rule.kind === "lines" && !isJson(rule.target)) acceptForm(rule.target, { type: "array", items: { type: "string" } });
    if (rule.kind === "json") for (const type of ["array", "object"]) acceptForm(rule.target, { type });
  }
  for (const target of [...ignore, ...ignoreIf.map((rule) => rule.target)]) acceptKeysIn(target.slice(0, -1));
  return { holders, values };
}

const requires = ({ required }: JsonObject, name: string): boolean => Array.isArray(required) && required.includes(name);

/** Returns every schema that may apply to a value at this path; `certain` are those that always apply. */
function schemasAt(root: JsonObject, path: Selector, which: "possible" | "certain" = "possible"): readonly JsonObject[] {
  return declaredSchemas(root, path, which).flatMap((schema) => [...ofSameValue(root, schema, which)]);
}

/** Returns the schemas at this path, without those that they refer to. */
const declaredAt = (root: JsonObject, path: Selector) => declaredSchemas(root, path, "possible").filter(isJsonObject);

function declaredSchemas(root: JsonObject, path: Selector, which: "possible" | "certain"): readonly JsonValue[] {
  return path.reduce<readonly JsonValue[]>(
    (at, step) =>
      at
        .flatMap((schema) => [...ofSameValue(root, schema, which)])
        .flatMap((schema) => (step === "[]" ? elements(schema) : property(schema, step))),
    [root],
  );
}

/** Returns a schema and those that apply to the same value: its references and its branches. */
function ofSameValue(root: JsonObject, start: JsonValue, which: "possible" | "certain"): ReadonlySet<JsonObject> {
  // New members are appended to the set during the loop.
  const found = new Set(isJsonObject(start) ? [start] : []);
  for (const { $ref, allOf, anyOf, oneOf } of found) {
    const target = typeof $ref === "string" ? resolveRef(root, $ref) : undefined;
    const lists = which === "certain" ? [allOf] : [allOf, anyOf, oneOf];
    for (const next of [target, ...lists.flatMap((list) => (Array.isArray(list) ? list : []))]) if (isJsonObject(next)) found.add(next);
  }
  return found;
}
