import { isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import { wordsIn } from "../imported-tool.js";
import { describeSecret, type TakenCredential } from "../schema/find-credentials.js";
import { schemaTypes } from "../schema/value-keywords.js";
import { placeholder, writtenName } from "../text/visible-text.js";

/** A parameter of the tool, and what the document shows as its value. */
export interface ToolParameter {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
  readonly example: JsonValue | undefined;
  /** A secret, which the model neither sees nor sends. */
  readonly secret?: TakenCredential;
  /** It is the path of a file that is sent, or a list of them. */
  readonly isFile?: boolean;
}

/** A place of the request, the template that fills it, and the value that a call's arguments give it. */
export interface RequestEntry {
  readonly key: string;
  readonly template: string;
  valueOf(params: JsonObject): JsonValue | undefined;
  /** Joins the elements of a list to one text. Without it, each element has an entry of its own: `tag=a&tag=b`. */
  readonly separator?: string;
  /** It is the whole body, and has no key. */
  readonly isWhole?: true;
  /** It is a map: `...` in its key stands for the key of each of its entries. */
  readonly isMap?: true;
  /** In a multipart body: a file, or a text with a media type. */
  readonly part?: { readonly isFile: boolean; readonly type: string | undefined };
}

/** Returns the entry of a list whose elements are entries of their own. */
export const listEntry = (key: string, name: string): RequestEntry => ({
  key,
  template: `{{#each ${writtenName(name)}}}{{this}}{{/each}}`,
  valueOf: (params) => argumentAt(params, [name]),
});

/** Returns the entry of a map whose keys are those of entries: `filter[...]`. */
export const mapEntry = (key: string, name: string): RequestEntry => ({
  key,
  template: placeholder(name),
  valueOf: (params) => argumentAt(params, [name]),
  isMap: true,
});

/** Stands for the key of each entry of a map. */
export const anyKey = "...";

/** Returns true for an entry of a query or a form that a spec can't name, because it would read the name as a map's. */
export const isReadAsMap = ({ key, isMap }: RequestEntry): boolean => key.split(anyKey).length > (isMap ? 2 : 1);

/** Returns true for JSON, of a media type or the first of several: not for `application/json-seq`, which is text. */
export const isJsonType = (type: JsonValue | undefined): boolean =>
  typeof type === "string" && /^application\/(?:[\w.+-]*\+)?json(?=\s*(?:[;,]|$))/i.test(type);

export type Location = "path" | "query" | "header" | "cookie" | "body";

/**
 * Returns the tool's own name for a parameter, and takes it. Names that are no plain words are rewritten (`X-Trace`,
 * `filter[a]`), and of two parameters with one name the second begins with its location: `body_id`.
 */
export function claimName(original: string, location: Location, taken: Set<string>): string {
  const isPlain = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(original) && location !== "header" && original !== "__proto__";
  const words = wordsIn(original);
  const safeName = isPlain ? original : words.length === 0 ? "value" : words.join("_").slice(0, 56);
  const candidates = [safeName, `${location}_${safeName}`, ...Array.from({ length: taken.size + 1 }, (_, n) => `${safeName}_${n + 2}`)];
  const name = candidates.find((candidate) => !taken.has(candidate.toLowerCase())) ?? safeName;
  taken.add(name.toLowerCase());
  return name;
}

interface CredentialParameter {
  /** The name in the document. */
  readonly name: string;
  readonly described: JsonObject;
  readonly isRequired: boolean;
  readonly secretName: string;
  readonly where: string;
}

/** Returns a parameter that a secret fills, and its entry in the request. */
export function secretParameter({ name, described, isRequired, secretName, where }: CredentialParameter): {
  readonly parameter: ToolParameter;
  readonly entry: RequestEntry;
} {
  const secret = { secret: secretName, description: describeSecret(name, described, where), isRequired };
  return {
    parameter: { name, schema: {}, isRequired, example: undefined, secret },
    entry: { key: name, template: `{{@secret.${secretName}}}`, valueOf: () => "secret" },
  };
}

/** Returns the value at a path of keys in a call's arguments. */
export const argumentAt = (params: JsonObject, path: readonly string[]): JsonValue | undefined =>
  path.reduce<JsonValue | undefined>((at, key) => (isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), params);

/** The separators of lists by their style. `tabDelimited` is Swagger 2.0's `tsv`. */
export const separators: Readonly<Record<string, string>> = { spaceDelimited: " ", pipeDelimited: "|", tabDelimited: "\t" };

/** Returns the entry of a single value. */
export const valueEntry = (key: string, path: readonly string[]): RequestEntry => ({
  key,
  template: placeholder(...path),
  valueOf: (params) => argumentAt(params, path),
});

/** Returns true for a schema of single values. */
export function isScalar(schema: JsonObject): boolean {
  const types = schemaTypes(schema);
  if (types.length > 0) return !types.includes("object") && !types.includes("array");
  if (Array.isArray(schema.enum)) return schema.enum.every((value: JsonValue) => typeof value !== "object" || value === null);
  if (Array.isArray(schema.anyOf)) return schema.anyOf.every((one: JsonValue) => isJsonObject(one) && isScalar(one));
  return schema.const !== undefined && typeof schema.const !== "object";
}

/** The entries for an object whose values are scalars: those of its properties, or of any keys. */
export function objectFields(
  schema: JsonObject,
  { key, own, isDeep }: { readonly key: string; readonly own: string; readonly isDeep: boolean },
): readonly RequestEntry[] | undefined {
  const inner = Object.entries(isJsonObject(schema.properties) ? schema.properties : {});
  const others = withTextValues(schema).additionalProperties;
  if (!inner.every(([, value]) => isJsonObject(value) && isScalar(value))) return undefined;
  if (isJsonObject(others)) return isScalar(others) ? [mapEntry(isDeep ? `${key}[...]` : "...", own)] : undefined;
  if (inner.length === 0) return undefined;
  return inner.map(([name]) => valueEntry(isDeep ? `${key}[${name}]` : name, [own, name]));
}

/** An object that has no properties of its own takes any: their values are texts, numbers and booleans. */
export function withTextValues(schema: JsonObject): JsonObject {
  const { additionalProperties: others, properties } = schema;
  const isOpen = others === true || (isJsonObject(others) && Object.keys(others).length === 0);
  if (!isOpen && (properties !== undefined || others !== undefined)) return schema;
  return { ...schema, additionalProperties: { type: ["string", "number", "boolean"] } };
}
