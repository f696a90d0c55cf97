import { isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import { followReference } from "../openapi-document.js";
import { mergeParts, schemaTypes } from "../schema/value-keywords.js";
import { writtenName } from "../text/visible-text.js";
import {
  argumentAt,
  isJsonType,
  isScalar,
  listEntry,
  objectFields,
  type RequestEntry,
  separators,
  type ToolParameter,
  valueEntry,
  withTextValues,
} from "./tool-parameter.js";

/** A property of a body, and the parameter that sends it. */
export interface BodyProperty {
  readonly property: string;
  /** The parameter's name. */
  readonly own: string;
  readonly schema: JsonObject;
  /** The schema in the document. */
  readonly given: JsonObject;
  readonly media: JsonObject;
  readonly root: JsonObject;
}

/** The parameter's schema and the places of the request that it fills. */
interface ConvertedProperty extends Pick<ToolParameter, "schema" | "isFile"> {
  readonly entries: readonly RequestEntry[];
}

/** A text without a type of its own is a text for templates. */
const textual = (schema: JsonObject): JsonObject =>
  schemaTypes(schema).length === 0 && schema.enum === undefined && schema.const === undefined && schema.anyOf === undefined
    ? { type: "string", ...schema }
    : schema;

const jsonText = (value: JsonValue | undefined): JsonValue | undefined =>
  value === undefined ? undefined : Array.isArray(value) ? value.map((one: JsonValue) => JSON.stringify(one)) : JSON.stringify(value);

/** Sends a value as JSON; `isList`: each element in a field of its own. */
function jsonEntry(property: string, own: string, isList: boolean): RequestEntry {
  const name = writtenName(own);
  const value = (params: JsonObject) => argumentAt(params, [own]);
  return isList
    ? { key: property, template: `{{#each ${name}}}{{json this}}{{/each}}`, valueOf: (params) => jsonText(value(params)) }
    : { key: property, template: `{{json ${name}}}`, valueOf: (params) => jsonValue(value(params)) };
}

const jsonValue = (value: JsonValue | undefined) => (value === undefined ? undefined : JSON.stringify(value));

const encodingOf = ({ media, property, root }: BodyProperty): JsonObject =>
  followReference(isJsonObject(media.encoding) ? media.encoding[property] : undefined, root) ?? {};

const isList = (schema: JsonObject) => schemaTypes(schema).includes("array");

/**
 * The fields of a form for a property: one for a scalar, one for each element of a list unless `explode` is false, and
 * JSON for an object, unless a style says otherwise: `deepObject` gives `name[key]`.
 */
export function formProperty(given: BodyProperty): ConvertedProperty | undefined {
  const { property, own } = given;
  const schema = textual(given.schema);
  if (isScalar(schema)) return { schema, entries: [valueEntry(property, [own])] };
  const { style, explode, contentType } = encodingOf(given);
  const isStyled = style !== undefined || explode !== undefined;
  if (!isStyled && contentType !== undefined && !isJsonType(contentType)) return undefined;
  if (isList(schema)) {
    if (!isStyled && isJsonType(contentType)) return { schema, entries: [jsonEntry(property, own, false)] };
    const items = textual(isJsonObject(schema.items) ? schema.items : {});
    if (!isScalar(items)) return isStyled ? undefined : { schema, entries: [jsonEntry(property, own, true)] };
    const typed = { ...schema, items };
    if (explode !== false && (explode === true || style === undefined || style === "form"))
      return { schema: typed, entries: [listEntry(property, own)] };
    const value = valueEntry(property, [own]);
    const separator = separators[String(style)] ?? ",";
    return { schema: typed, entries: [{ ...value, template: `{{join ${writtenName(own)} "${separator}"}}`, separator }] };
  }
  if (!isStyled) return { schema, entries: [jsonEntry(property, own, false)] };
  const entries =
    style === "deepObject" || explode !== false ? objectFields(schema, { key: property, own, isDeep: style === "deepObject" }) : undefined;
  return entries === undefined ? undefined : { schema: withTextValues(schema), entries };
}

/** Returns true for the schema of a file: in OpenAPI 3.0 by its format, in 3.1 also by its media type. */
export function isBinary(schema: JsonObject): boolean {
  const { format, contentMediaType, contentEncoding } = schema;
  if (schemaTypes(schema).some((type) => type !== "string" && type !== "null")) return false;
  return (
    format === "binary" ||
    (contentEncoding === undefined && typeof contentMediaType === "string" && !/^text\/|json/i.test(contentMediaType))
  );
}

/** A schema without its null alternative: the only other one of `anyOf` or `oneOf`, or the schema itself. */
export function withoutNull(schema: JsonObject, root: JsonObject): JsonObject {
  const key = Array.isArray(schema.anyOf) ? "anyOf" : "oneOf";
  const { [key]: list, ...own } = schema;
  if (!Array.isArray(list)) return schema;
  const given = list.map((one: JsonValue) => mergeParts(followReference(one, root) ?? {}, root));
  const [only, ...others] = given.filter(({ type, const: value }) => type !== "null" && value !== null);
  return only === undefined || others.length > 0 ? schema : { ...only, ...own };
}

const itemsOf = ({ items }: JsonObject, root: JsonObject) => withoutNull(followReference(items, root) ?? {}, root);

/** Returns true for the schema of a file, or of a list of files. */
export const isOfFiles = (schema: JsonObject, root: JsonObject): boolean =>
  isBinary(schema) || (isList(schema) && isBinary(itemsOf(schema, root)));

/** The parts of a multipart body for a property: files, texts, and JSON for objects. */
export function multipartProperty(given: BodyProperty): ConvertedProperty | undefined {
  const { property, own, root } = given;
  const { contentType } = encodingOf(given);
  const type = typeof contentType === "string" && /^[a-z0-9][\w.+-]*\/[a-z0-9][\w.+-]*$/i.test(contentType) ? contentType : undefined;
  const itemsAreFiles = isList(given.given) && isOfFiles(given.given, root);
  const isUntyped = Object.keys(given.given).every((key) => ["description", "title", "example", "examples"].includes(key));
  const hasFileType = isUntyped && typeof contentType === "string" && !/^text\/|json/i.test(contentType);
  if (isOfFiles(given.given, root) || hasFileType) {
    const entry = itemsAreFiles ? listEntry(property, own) : valueEntry(property, [own]);
    const { format: _format, ...text } = given.schema;
    const schema = itemsAreFiles ? { ...text, items: { type: "string" } } : { ...text, type: "string" };
    return { schema, isFile: true, entries: [{ ...entry, part: { isFile: true, type } }] };
  }
  const schema = textual(given.schema);
  const ownJson = isJsonType(contentType) ? jsonEntry(property, own, false) : undefined;
  if (ownJson !== undefined) return { schema, entries: [{ ...ownJson, part: { isFile: false, type } }] };
  if (isScalar(schema)) return { schema, entries: [{ ...valueEntry(property, [own]), part: { isFile: false, type } }] };
  const elements = isList(schema) ? textual(isJsonObject(schema.items) ? schema.items : {}) : undefined;
  if (elements !== undefined && isScalar(elements)) {
    const part = type === undefined ? {} : { part: { isFile: false, type } };
    return { schema: { ...schema, items: elements }, entries: [{ ...listEntry(property, own), ...part }] };
  }
  if (type !== undefined) return undefined;
  return { schema, entries: [{ ...jsonEntry(property, own, elements !== undefined), part: { isFile: false, type: "application/json" } }] };
}
