import type { Selector } from "../../runtime/contract/definition.js";
import { deepEqual } from "../../runtime/json/deep-equal.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { resolveRef } from "../../runtime/json/resolve-ref.js";
import type { RepairDefinition } from "../lower/lower-repair.js";
import { elements, property } from "../schema/types.js";

/**
 * The forms that repair accepts besides those of a schema, by the subschemas (compared by identity) because of which a
 * client would refuse them.
 */
export interface AcceptedForms {
  /** Objects that may have undeclared keys: aliases, ignored keys, keys of a wrapped element. */
  readonly holders: ReadonlyMap<JsonObject, HolderForms>;
  /** Schemas of values that may have another form, such as one element instead of a list. */
  readonly values: ReadonlyMap<JsonObject, readonly JsonObject[]>;
}

export interface HolderForms {
  /** Parameters that may be given in another way, so a client can't require them. */
  readonly optional: ReadonlySet<string>;
  /** Those that the call requires nevertheless. */
  readonly announced: ReadonlySet<string>;
}

/** Finds where a schema is stricter than repair: at every level, through references and branches. */
export function acceptedForms(
  root: JsonObject,
  { aliases, wrap = [], coerce = [], ignore, ignoreIf = [] }: RepairDefinition,
): AcceptedForms {
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
