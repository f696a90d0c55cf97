import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { followReference, identityOf } from "./follow-reference.js";
import { mergeParts } from "./merge-parts.js";
import { schemaTypes } from "./value-keywords.js";

/** The parts of a value that its schemas declare. */
export interface Members {
  /** The types that the value may have, as far as they are declared. */
  readonly types: readonly string[];
  readonly properties: Readonly<Record<string, readonly JsonValue[]>>;
  readonly items: readonly JsonValue[];
  /** The schemas of values under any key. */
  readonly others: readonly JsonValue[];
  readonly isOpen: boolean;
}

/** Returns the members that any of the schemas declares. */
export type MembersOf = (schemas: readonly JsonValue[]) => Members;

/** Reads the schemas of a document, each once: the answers of most operations have schemas in common. */
export const readMembers = (root: JsonObject): MembersOf => oncePerSchema((schemas) => membersOf(schemas, root));

/** Remembers what is read of a single schema. */
export function oncePerSchema<T extends object>(read: (schemas: readonly JsonValue[]) => T): (schemas: readonly JsonValue[]) => T {
  const known = new Map<JsonValue, T>();
  return (schemas) => {
    const [schema, ...others] = schemas;
    if (schema === undefined || others.length > 0) return read(schemas);
    const key = sharedKey(schema);
    const found = known.get(key) ?? read(schemas);
    known.set(key, found);
    return found;
  };
}

/** A key that is the same for all schemas that are only a reference to one target. */
const sharedKey = (schema: JsonValue): JsonValue =>
  isJsonObject(schema) && typeof schema.$ref === "string" && Object.keys(schema).length === 1 ? schema.$ref : schema;

function membersOf(schemas: readonly JsonValue[], root: JsonObject): Members {
  const all = schemas.flatMap((schema) => alternativesOf(schema, root, new Set()));
  const properties = new Map<string, JsonValue[]>();
  for (const { properties: own } of all) {
    for (const [name, value] of Object.entries(isJsonObject(own) ? own : {})) {
      if (name === "__proto__" || followReference(value, root)?.writeOnly === true) continue;
      properties.set(name, [...(properties.get(name) ?? []), value]);
    }
  }
  return {
    types: [...new Set(all.flatMap(schemaTypes))],
    properties: Object.fromEntries(properties),
    items: all.flatMap(({ items }) => (isJsonObject(items) ? [items] : [])),
    others: all.flatMap(({ additionalProperties }) => (isJsonObject(additionalProperties) ? [additionalProperties] : [])),
    isOpen: all.some(({ additionalProperties }) => additionalProperties === true || isJsonObject(additionalProperties)),
  };
}

/** A schema and its alternatives. One that occurs again, also in itself, counts once. */
function alternativesOf(given: JsonValue, root: JsonObject, seen: Set<JsonValue | undefined>): readonly JsonObject[] {
  const identity = identityOf(given);
  const target = seen.has(identity) ? undefined : followReference(given, root);
  if (target === undefined) return [];
  seen.add(identity);
  const { oneOf, anyOf, ...own } = mergeParts(target, root);
  const inner = [oneOf, anyOf].flatMap((list) => (Array.isArray(list) ? (list as readonly JsonValue[]) : []));
  return [own, ...inner.flatMap((one) => alternativesOf(one, root, seen))];
}
