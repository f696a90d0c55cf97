import type { JsonObject, JsonValue } from "../../runtime/json/json-value.js";
import { pointerStep } from "../../runtime/json/pointer-step.js";
import { type MembersOf, oncePerSchema, readMembers } from "./read-members.js";

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
 * Returns the projection of an answer with these schemas. It names fields and leaves out their types: servers differ
 * from their documents in these, and a mismatch would turn an answer into a failure.
 */
export type ProjectResponse = (schemas: readonly JsonValue[]) => Projection;

/**
 * Projects the answers of a document, each schema once: many operations have the same answer, and each asks for it
 * twice.
 */
export function projectResponses(root: JsonObject): ProjectResponse {
  const membersOf = readMembers(root);
  return oncePerSchema((schemas) => projectResponse(schemas, membersOf));
}

function projectResponse(given: readonly JsonValue[], membersOf: MembersOf): Projection {
  const schema: Record<string, JsonValue> = {};
  const whole = membersOf(given);
  const [only, ...others] = Object.keys(whole.properties);
  const inner = only === undefined || others.length > 0 ? undefined : whole.properties[only];
  const select = inner !== undefined && isContainer(inner, membersOf) ? `/${pointerStep(only ?? "")}` : undefined;
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
        next.push(...fieldsIn(field, membersOf));
      }
    }
    level = next;
  }
  const [type, ...otherTypes] = (start === given ? whole : membersOf(start)).types;
  const isKnown = Object.keys(schema).length > 0 && type !== undefined && otherTypes.length === 0;
  return isKnown ? { schema: { type, ...schema }, select, omitted } : { schema: undefined, select: undefined, omitted: [] };
}

/** Links to other addresses of the API, which a model can't follow. */
const isLink = (path: string) => {
  const name = path.slice(Math.max(path.lastIndexOf("."), path.lastIndexOf("]")) + 1);
  return /^(?:_links|links|node_id|gravatar_id|\w+_url|\w+Url)$/.test(name) && !/html_?url$/i.test(name);
};

function linksLast(fields: readonly Field[]): readonly (Field & { readonly isLink: boolean })[] {
  const marked = fields.map((field) => ({ ...field, isLink: isLink(field.path) }));
  return [...marked.filter((field) => !field.isLink), ...marked.filter((field) => field.isLink)];
}

function fieldsIn({ path, schemas, level, place }: Field, membersOf: MembersOf): readonly Field[] {
  const own = place();
  const { properties, items, others, isOpen } = membersOf(schemas);
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

const isContainer = (schemas: readonly JsonValue[], membersOf: MembersOf) => {
  const { properties, items, types } = membersOf(schemas);
  return types.length === 1 && (Object.keys(properties).length > 0 || items.length > 0);
};
