import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { pointerStep } from "../../runtime/json/pointer-step.js";
import { followReference, identityOf } from "./follow-reference.js";
import { mergeParts } from "./merge-parts.js";
import { schemaTypes } from "./value-keywords.js";

/** The size of a result's projection: fields closer to its root are kept first. */
const limits = { fields: 40, levels: 5 } as const;

/** The part of an answer that a model gets. */
export interface Projection {
  /** `undefined` if nothing is known of the answer. */
  readonly schema: JsonObject | undefined;
  /** A JSON Pointer to the only property of an answer, which wraps the result. */
  readonly select: string | undefined;
  /** The fields that are left out, as paths. */
  readonly omitted: readonly string[];
}

/** A field of the answer, and the place of its own fields in the projection. */
interface Field {
  readonly path: string;
  readonly schemas: readonly JsonValue[];
  readonly level: number;
  /** Adds the field to the projection and returns its schema, which is filled later. */
  place(): Record<string, JsonValue>;
}

/**
 * Returns a projection of an answer. It names fields and leaves out their types: servers differ from their documents in
 * these, and a mismatch would turn an answer into a failure.
 */
export function projectResponse(given: readonly JsonValue[], root: JsonObject): Projection {
  const schema: Record<string, JsonValue> = {};
  const whole = membersOf(given, root);
  const [only, ...others] = Object.keys(whole.properties);
  const inner = only === undefined || others.length > 0 ? undefined : whole.properties[only];
  const select = inner !== undefined && isContainer(inner, root) ? `/${pointerStep(only ?? "")}` : undefined;
  const start = select === undefined || inner === undefined ? given : inner;
  const omitted: string[] = [];
  let fields = 0;
  let level: readonly Field[] = [{ path: "", schemas: start, level: 0, place: () => schema }];
  while (level.length > 0) {
    const next: Field[] = [];
    for (const field of linksLast(level)) {
      const isExtra = field.path !== "" && (field.isLink || fields >= limits.fields || field.level > limits.levels);
      if (isExtra) omitted.push(field.path);
      else {
        if (field.path !== "" && !field.path.endsWith("[]")) fields++;
        next.push(...fieldsIn(field, root));
      }
    }
    level = next;
  }
  const [type, ...otherTypes] = (start === given ? whole : membersOf(start, root)).types;
  const isKnown = Object.keys(schema).length > 0 && type !== undefined && otherTypes.length === 0;
  return isKnown ? { schema: { type, ...schema }, select, omitted } : { schema: undefined, select: undefined, omitted: [] };
}

/** Links to other addresses of the API, which a model can't follow. */
const isLink = (path: string) => /(?:^|[.[\]])(?:_links|links|node_id|gravatar_id|\w+_url|\w+Url)$/.test(path) && !/html_?url$/i.test(path);

function linksLast(fields: readonly Field[]): readonly (Field & { readonly isLink: boolean })[] {
  const marked = fields.map((field) => ({ ...field, isLink: isLink(field.path) }));
  return [...marked.filter((field) => !field.isLink), ...marked.filter((field) => field.isLink)];
}

function fieldsIn({ path, schemas, level, place }: Field, root: JsonObject): readonly Field[] {
  const own = place();
  const { properties, items, others, isOpen } = membersOf(schemas, root);
  const names = Object.keys(properties);
  const list = items.length === 0 ? [] : [{ path: `${path}[]`, schemas: items, level: level + 1, place: () => member(own, "items") }];
  if (names.length === 0 && others.length > 0)
    return [...list, { path: `${path}.*`, schemas: others, level: level + 1, place: () => member(own, "additionalProperties") }];
  if (names.length > 0 && isOpen) own.additionalProperties = true;
  const inProperties = (name: string) => () => member(member(own, "properties"), name);
  return [
    ...list,
    ...names.map((name) => ({
      path: path === "" ? name : `${path}.${name}`,
      schemas: properties[name] ?? [],
      level: level + 1,
      place: inProperties(name),
    })),
  ];
}

/** The object under a key, which is added if it is missing. */
function member(parent: Record<string, JsonValue>, key: string): Record<string, JsonValue> {
  if (!Object.hasOwn(parent, key)) Object.defineProperty(parent, key, { value: {}, enumerable: true, writable: true, configurable: true });
  return parent[key] as Record<string, JsonValue>;
}

const isContainer = (schemas: readonly JsonValue[], root: JsonObject) => {
  const { properties, items, types } = membersOf(schemas, root);
  return types.length === 1 && (Object.keys(properties).length > 0 || items.length > 0);
};

interface Members {
  /** The types that the value may have, as far as they are declared. */
  readonly types: readonly string[];
  readonly properties: Readonly<Record<string, readonly JsonValue[]>>;
  readonly items: readonly JsonValue[];
  /** The schemas of values under any key. */
  readonly others: readonly JsonValue[];
  readonly isOpen: boolean;
}

/** The members that any of the alternatives declares. */
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
