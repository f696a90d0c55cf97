import { deepEqual } from "../../runtime/json/deep-equal.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import type { RepairDefinition } from "../lower/lower-repair.js";
import { mapSubschemas } from "../schema/subschemas.js";
import { typesOf } from "../schema/types.js";
import { type AcceptedForms, acceptedForms, type HolderForms } from "./accepted-forms.js";

/**
 * Returns the schema for clients that validate a call before they send it, without aliases or coercion
 * (docs/gemini-cli.md): everything that repair accepts must pass there. It has exactly the properties of the canonical
 * schema; objects are open, parameters that may come under another name aren't required, and scalars also accept a
 * text.
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
  return withForms(Object.fromEntries(entries), [...scalarForms(canonical), ...(values.get(canonical) ?? [])]);
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

/** A number or boolean may also be given as a text, and a text as a whole number or a boolean. */
function scalarForms(canonical: JsonObject): readonly JsonObject[] {
  const { type, enum: listed, const: only } = canonical;
  if (type === undefined && listed === undefined && only === undefined) return [];
  const types = typesOf(canonical);
  const isListed = listed !== undefined || only !== undefined;
  const isScalar = types.some((one) => one === "integer" || one === "number" || one === "boolean");
  if (isScalar) return types.includes("string") && listed === undefined ? [] : [{ type: "string" }];
  return types.includes("string") && !isListed && !types.includes("array") ? [{ type: "integer" }, { type: "boolean" }] : [];
}

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
