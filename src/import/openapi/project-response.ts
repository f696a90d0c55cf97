import { isJsonObject, type JsonObject, type JsonValue, pointerStep } from "../../contract/json-value.js";
import { entriesIn, followReference, identityOf } from "../openapi-document.js";
import { mergeParts, schemaTypes } from "../schema/value-keywords.js";
import { isJsonType } from "./tool-parameter.js";

/** The size of a result's projection: fields closer to its root are kept first. */
const limits = { fields: 40, levels: 5 } as const;

/** The part of an answer that a model gets. */
interface Projection {
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

/** The keys of a spec about an operation's answer. */
interface ConvertedResponse {
  readonly output: JsonValue | undefined;
  readonly statusCodes: JsonObject | undefined;
  /** The media type to ask for, if the server may answer with another one. */
  readonly accept: string | undefined;
  /** A comment on the schema, if fields of the answer are left out. */
  readonly comment: string | undefined;
}

/** The document of an answer, and its reader. */
interface ResponseContext {
  readonly root: JsonObject;
  readonly projectResponse: ProjectResponse;
}

/** Events are shown when the server ends their stream. */
const isText = (type: string) =>
  /^(?:text\/[\w.+-]+|application\/(?:[\w.+-]*\+)?(?:xml|yaml|x-yaml|graphql|(?:x-)?(?:ndjson|jsonl|jsonlines|json-lines)|json-seq|javascript|sql|toml|csv))\b/i.test(
    type,
  );

/** Converts the successful answers of an operation; a text says why a tool can't show them. */
export function convertResponse(operation: JsonObject, context: ResponseContext): ConvertedResponse | string {
  const { root, projectResponse } = context;
  const responses = entriesIn(operation.responses, root);
  const good = responses.filter(([status]) => /^2(?:\d\d|XX)$/i.test(status)).sort(([a], [b]) => (a < b ? -1 : 1));
  if (good.length === 0 && responses.some(([status]) => /^3\d\d$/.test(status)) && !responses.some(([status]) => status === "default"))
    return "its answer is a redirect";
  const all = good.length > 0 ? good : responses.filter(([status]) => status === "default");
  const isEmpty = good.length > 0 && good.every(([, { content }]) => Object.keys(isJsonObject(content) ? content : {}).length === 0);
  const blank = good.filter(([status, response]) => /^2\d\d$/.test(status) && mayBeBlank(response, context)).map(([status]) => status);
  const statusCodes = blank.length === 0 ? undefined : Object.fromEntries(blank.map((status) => [status, "Done."]));
  const none: ConvertedResponse = { output: undefined, statusCodes, accept: undefined, comment: undefined };
  if (isEmpty) return none;
  const contents = all.flatMap(([, { content }]) => Object.entries(isJsonObject(content) ? content : {}));
  const types = [...new Set(contents.map(([type]) => type))];
  const inJson = contents.filter(([type]) => isJsonType(type));
  const [first] = inJson;
  if (first !== undefined) {
    const accept = types.length > 1 || first[0] !== "application/json" ? first[0] : undefined;
    const schemas = inJson.map(([, media]) => followReference(media, root)?.schema).filter((schema) => schema !== undefined);
    return { ...none, accept, ...jsonOutput(projectResponse(schemas)) };
  }
  const text = types.find(isText);
  if (text !== undefined)
    return { ...none, accept: types.length > 1 ? text : undefined, output: /markdown/i.test(text) ? "markdown" : undefined };
  const image = types.find((type) => /^(?:image|audio)\/[\w.+-]+$/i.test(type));
  if (image !== undefined) {
    const output = { format: image.toLowerCase().startsWith("image") ? "image" : "audio", mimeType: image };
    return { ...none, accept: types.length > 1 ? image : undefined, output };
  }
  return types.length === 0 || types.includes("*/*") ? none : `its answer is ${types.join(", ")}`;
}

/** Returns true for an answer without content, or with JSON of which nothing is said: an empty one isn't JSON. */
function mayBeBlank({ content }: JsonObject, { root, projectResponse }: ResponseContext): boolean {
  const entries = Object.entries(isJsonObject(content) ? content : {});
  return entries.every(([type, media]) => {
    const schema = followReference(media, root)?.schema;
    return isJsonType(type) && (schema === undefined || projectResponse([schema]).schema === undefined);
  });
}

function jsonOutput({ schema, select, omitted }: Projection): Pick<ConvertedResponse, "output" | "comment"> {
  if (schema === undefined) return { output: "json", comment: undefined };
  const shown = omitted.slice(0, 6).join(", ");
  const comment = omitted.length === 0 ? undefined : `left out: ${shown}${omitted.length > 6 ? ` and ${omitted.length - 6} more` : ""}`;
  return { output: { format: "json", ...(select === undefined ? {} : { select }), schema }, comment };
}

/** The parts of a value that its schemas declare. */
interface Members {
  /** The types that the value may have, as far as they are declared. */
  readonly types: readonly string[];
  readonly properties: Readonly<Record<string, readonly JsonValue[]>>;
  readonly items: readonly JsonValue[];
  /** The schemas of values under any key. */
  readonly others: readonly JsonValue[];
  readonly isOpen: boolean;
}

/** Returns the members that any of the schemas declares. */
type MembersOf = (schemas: readonly JsonValue[]) => Members;

/** Reads the schemas of a document, each once: the answers of most operations have schemas in common. */
const readMembers = (root: JsonObject): MembersOf => oncePerSchema((schemas) => membersOf(schemas, root));

/** Remembers what is read of a single schema. */
function oncePerSchema<T extends object>(read: (schemas: readonly JsonValue[]) => T): (schemas: readonly JsonValue[]) => T {
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
