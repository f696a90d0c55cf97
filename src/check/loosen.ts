import { isJsonObject, type JsonObject, type JsonValue } from "../runtime/json.js";
import { same } from "../runtime/repair/same.js";
import { resolveRef } from "../runtime/resolve-ref.js";
import { loosenConditions } from "./loosen-conditions.js";
import { below, isNothing, type Loosenings, looseningsOf, nothing, orForms } from "./loosenings.js";
import type { RepairDefinition } from "./lower-repair.js";
import { typesOf } from "./schema/types.js";
import { subschemas } from "./schema/walk.js";

interface Context {
  readonly root: JsonObject;
  /** References whose definitions were written out where they stood, for an alias below them is of that place alone. */
  readonly writtenOut: Set<string>;
}

/**
 * What a client is shown in place of the canonical schema: just loose enough that aliased and coercible calls reach us (DESIGN, "Decided").
 * Clients validate before they call, without aliases or coercion, and would refuse them. Alias names are declared, and so are keys of elements that may stand
 * at the top, ends of ranges, and what is ignored; parameters that may come in such a way leave `required`; scalars also admit a string, texts of
 * `lines` a list, arrays of `wrap` an element or a text. Nothing else changes; the canonical schema is enforced by the call.
 */
export function loosen(schema: JsonObject, rules: RepairDefinition): JsonObject {
  const repairs = looseningsOf(rules, schema);
  const context: Context = { root: schema, writtenOut: new Set() };
  const { $defs, ...own } = schema;
  const shown = structure(own, repairs, context);
  if (!isJsonObject(shown)) return schema;
  const defs = isJsonObject($defs) ? loosenDefinitions($defs, shown, context) : undefined;
  return closeOnce(defs === undefined ? shown : { ...shown, $defs: defs });
}

/** A definition is loosened where it stands, except one that a `not` or `if` refers to: there looser would be stricter. */
function loosenDefinitions($defs: JsonObject, shown: JsonObject, context: Context): JsonObject | undefined {
  const fixed = new Set(
    [...subschemas(context.root)].flatMap(({ schema }) => [schema.not, schema.if]).flatMap((part) => refsFrom(part, context.root)),
  );
  const loosened = Object.entries($defs).map(([name, definition]) => {
    const ref = `#/$defs/${name}`;
    return { name, ref, definition: fixed.has(ref) ? definition : place(definition, nothing, context) };
  });
  const kept = loosened.filter(({ name, ref }) => {
    const others = loosened.filter((other) => other.name !== name).map((other) => other.definition);
    return !context.writtenOut.has(ref) || JSON.stringify([shown, others]).includes(JSON.stringify(ref));
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept.map(({ name, definition }) => [name, definition]));
}

function refsFrom(part: JsonValue | undefined, root: JsonObject, seen: readonly string[] = []): readonly string[] {
  const refs = [...subschemas(part ?? true)].flatMap(({ schema }) => (typeof schema.$ref === "string" ? [schema.$ref] : []));
  const found = refs.filter((ref) => !seen.includes(ref));
  return found.flatMap((ref) => [ref, ...refsFrom(resolveRef(root, ref), root, [...seen, ...found])]);
}

function place(schema: JsonValue, repairs: Loosenings, context: Context): JsonValue {
  if (!isJsonObject(schema)) return schema;
  const { $ref, ...beside } = schema;
  if (typeof $ref === "string" && !isNothing(repairs)) {
    const target = resolveRef(context.root, $ref);
    context.writtenOut.add($ref);
    if (isJsonObject(target)) return place({ ...target, ...beside }, repairs, context);
  }
  return orForms(orText(schema, structure(schema, repairs, context)), repairs);
}

function structure(schema: JsonObject, repairs: Loosenings, context: Context): JsonObject {
  const at = (step: string) => below(repairs, step);
  const all = (values: JsonValue, inner: Loosenings) =>
    Array.isArray(values) ? values.map((value: JsonValue) => place(value, inner, context)) : values;
  const each = (values: JsonObject, inner: (name: string) => Loosenings) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, place(value, inner(name), context)]));
  const keyword = (key: string, value: JsonValue): JsonValue | undefined => {
    switch (key) {
      case "properties": {
        const isRoot = value === context.root.properties;
        return isJsonObject(value) ? withOtherNames(each(value, at), value, repairs, isRoot) : value;
      }
      case "patternProperties":
        return isJsonObject(value) ? each(value, () => nothing) : value;
      case "additionalProperties":
        return place(value, nothing, context);
      case "items":
        // To clients of draft-07, which knows no tuples, `items` would speak of every element.
        return schema.prefixItems === undefined ? place(value, at("[]"), context) : undefined;
      case "prefixItems":
        return all(value, at("[]"));
      case "anyOf":
      case "oneOf":
      case "allOf":
        return all(value, repairs);
      case "then":
      case "else":
        return place(value, repairs, context);
      default:
        return value;
    }
  };
  const entries = Object.entries(schema).flatMap(([key, value]): readonly (readonly [string, JsonValue])[] => {
    const shown = keyword(key, value);
    return shown === undefined ? [] : [[key, shown]];
  });
  const aliased = repairs.freed.flatMap((target) => (target.length === 1 ? target : []));
  return loosenConditions(Object.fromEntries(entries), { canonical: schema, aliased });
}

/** The properties of an object, the other names of those that it declares, and what is ignored beside them. */
function withOtherNames(shown: JsonObject, declared: JsonObject, repairs: Loosenings, root: boolean): JsonObject {
  const names = repairs.aliases.flatMap(({ target: [target = "", ...deeper], names }) =>
    deeper.length === 0 && (root || Object.hasOwn(declared, target))
      ? names.map((name) => [name, otherName(target, shown[target])] as const)
      : [],
  );
  const others = repairs.declared.flatMap(({ target: [name = "", ...deeper], schema }) =>
    deeper.length === 0 ? [[name, schema] as const] : [],
  );
  // What is a parameter in this branch stays it.
  const added = [...names, ...others].filter(([name]) => !Object.hasOwn(shown, name));
  return { ...shown, ...Object.fromEntries(added) };
}

/** The type alone of what an alias stands for: its limits hold after repair. */
function otherName(target: string, schema: JsonValue | undefined): JsonObject {
  return { ...typeAlone(schema), description: `Same as ${target}.` };
}

/** A schema without all that is said of parts and limits. An array needs `items`: the Gemini API refuses one without. */
function typeAlone(schema: JsonValue | undefined): JsonObject {
  const { type, items, anyOf }: JsonObject = isJsonObject(schema) ? schema : {};
  if (type !== undefined) return { type, ...(type === "array" && items !== undefined ? { items: typeAlone(items) } : {}) };
  return Array.isArray(anyOf) ? { anyOf: anyOf.map(typeAlone) } : {};
}

/**
 * A number or boolean also comes as a string; the constraints stay with the canonical branch. `anyOf` is what every client and the API take.
 */
function orText(canonical: JsonObject, shown: JsonObject): JsonObject {
  const types = typesOf(canonical).filter((type) => type !== "null");
  const scalar = types.some((type) => type === "integer" || type === "number" || type === "boolean");
  const untyped = canonical.type === undefined && canonical.enum === undefined && canonical.const === undefined;
  const admitsText = types.includes("string") && canonical.enum === undefined;
  if (!scalar || untyped || admitsText || canonical.$ref !== undefined || canonical.anyOf !== undefined || canonical.oneOf !== undefined)
    return shown;
  const { description, title, default: byDefault, ...rest } = shown;
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    anyOf: [rest, { type: "string" }],
    ...(byDefault === undefined ? {} : { default: byDefault }),
  };
}

/** Gemini CLI adds a property of its own to the root alone: a branch that closes the object would refuse it. */
function closeOnce(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).flatMap(([key, value]): readonly (readonly [string, JsonValue])[] => {
    if (!["allOf", "anyOf", "oneOf"].includes(key) || !Array.isArray(value)) return [[key, value]];
    const branches = value.map(opened);
    // Of branches that aren't closed more than one may fit.
    if (key !== "oneOf" || same(branches, value)) return [[key, branches]];
    return schema.anyOf === undefined ? [["anyOf", branches]] : [];
  });
  return Object.fromEntries(entries);
}

function opened(branch: JsonValue): JsonValue {
  if (!isJsonObject(branch)) return branch;
  const { additionalProperties, ...rest } = branch;
  return additionalProperties === false ? rest : branch;
}
