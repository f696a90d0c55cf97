import type { AliasRule, Selector } from "../runtime/definition.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../runtime/json.js";
import { type JsonType, typesOf } from "./schema/types.js";

/**
 * What a client is shown in place of the canonical schema: just loose enough that aliased and coercible calls reach us (DESIGN, "Decided").
 * Clients validate before they call, without aliases or coercion, and would refuse them. Alias names are declared, aliased keys leave
 * `required`, scalars also admit a string, ignored keys are declared. Nothing else changes; the canonical schema is enforced by the call.
 */
export function loosen(
  schema: JsonObject,
  repairs: { readonly aliases: readonly AliasRule[]; readonly ignore: readonly Selector[] },
): JsonObject {
  const shown = object(
    schema,
    repairs.aliases.map((rule) => ({ target: rule.target, names: rule.names })),
    repairs.ignore,
  );
  return closeOnce(shown);
}

type Names = readonly { readonly target: Selector; readonly names: readonly string[] }[];

function object(schema: JsonObject, aliases: Names, ignore: readonly Selector[]): JsonObject {
  const own = aliases.filter((rule) => rule.target.length === 1);
  const aliased = new Set(own.map((rule) => rule.target[0] ?? ""));
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const shown: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(properties)) {
    shown[name] = property(value, { aliases: below(aliases, name), ignore: ignore.filter((s) => s[0] === name).map((s) => s.slice(1)) });
  }
  for (const rule of own) {
    const [target = ""] = rule.target;
    for (const name of rule.names) shown[name] = { ...sameType(shown[target]), description: `Same as ${target}.` };
  }
  for (const selector of ignore) if (selector.length === 1) shown[selector[0] ?? ""] = {};
  const result: Record<string, JsonValue> = {
    ...withoutRequired(schema, aliased),
    ...(isJsonObject(schema.properties) ? { properties: shown } : {}),
  };
  return result;
}

interface Repairs {
  readonly aliases: Names;
  readonly ignore: readonly Selector[];
}

function property(schema: JsonValue, repairs: Repairs): JsonValue {
  if (!isJsonObject(schema)) return schema;
  const items = schema.items;
  const element = { aliases: below(repairs.aliases, "[]"), ignore: repairs.ignore.filter((s) => s[0] === "[]").map((s) => s.slice(1)) };
  if (isJsonObject(items)) return { ...schema, items: property(items, element) };
  if (isJsonObject(schema.properties)) return object(schema, repairs.aliases, repairs.ignore);
  return scalar(schema);
}

const below = (aliases: Names, step: string): Names =>
  aliases.filter((rule) => rule.target.length > 1 && rule.target[0] === step).map((rule) => ({ ...rule, target: rule.target.slice(1) }));

/** A number or boolean also comes as a string; the constraints stay with the canonical branch. `anyOf` is what every client and the API take. */
function scalar(schema: JsonObject): JsonObject {
  const types = typesOf(schema).filter((type): type is JsonType => type !== "null");
  const coercible = types.length > 0 && types.every((type) => type === "integer" || type === "number" || type === "boolean");
  if (!coercible || schema.$ref !== undefined || schema.anyOf !== undefined || schema.oneOf !== undefined) return schema;
  const { description, title, default: byDefault, ...canonical } = schema;
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    anyOf: [canonical, { type: "string" }],
    ...(byDefault === undefined ? {} : { default: byDefault }),
  };
}

/** The type alone of what an alias stands for: its limits hold after repair. */
function sameType(schema: JsonValue | undefined): JsonObject {
  if (!isJsonObject(schema)) return {};
  if (schema.type !== undefined) return schema.type === "array" || schema.type === "object" ? pickStructure(schema) : { type: schema.type };
  return schema.anyOf === undefined ? {} : { anyOf: schema.anyOf };
}

function pickStructure(schema: JsonObject): JsonObject {
  return { type: schema.type ?? "object", ...(schema.items === undefined ? {} : { items: schema.items }) };
}

/** An aliased key may be missing; a condition over it can only be judged after repair, and goes. */
function withoutRequired(schema: JsonObject, aliased: ReadonlySet<string>): JsonObject {
  const kept = Object.entries(schema).flatMap(([key, value]): readonly (readonly [string, JsonValue])[] => {
    if (key === "required" && Array.isArray(value)) {
      const rest = value.filter((name) => typeof name !== "string" || !aliased.has(name));
      return rest.length === 0 ? [] : [[key, rest]];
    }
    const conditional = [
      "anyOf",
      "oneOf",
      "allOf",
      "not",
      "if",
      "then",
      "else",
      "dependentRequired",
      "dependentSchemas",
      "minProperties",
    ].includes(key);
    const mentions = [...aliased].some((name) => JSON.stringify(value).includes(JSON.stringify(name)));
    return conditional && mentions ? [] : [[key, value]];
  });
  return Object.fromEntries(kept);
}

/** Gemini CLI adds a property of its own to the root alone: a branch of `allOf` that closes the object would refuse it. */
function closeOnce(schema: JsonObject): JsonObject {
  if (!Array.isArray(schema.allOf)) return schema;
  const open = schema.allOf.map((branch: JsonValue) => {
    if (!isJsonObject(branch)) return branch;
    const { additionalProperties, ...rest } = branch;
    return additionalProperties === false ? rest : branch;
  });
  return { ...schema, allOf: open };
}
