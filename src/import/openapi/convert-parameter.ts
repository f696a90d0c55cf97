import { isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import { followReference, nonEmptyText } from "../openapi-document.js";
import { convertSchema, type SchemaConversion } from "../schema/convert-schema.js";
import { firstExample } from "../schema/make-value.js";
import { schemaTypes } from "../schema/value-keywords.js";
import { constantText, placeholder, writtenName } from "../text/visible-text.js";
import {
  argumentAt,
  isJsonType,
  isScalar,
  type Location,
  listEntry,
  objectFields,
  type RequestEntry,
  separators,
  type ToolParameter,
  valueEntry,
  withTextValues,
} from "./tool-parameter.js";

/** A parameter of the document: an entry of `parameters` with its references followed. */
export interface DocumentParameter {
  readonly name: string;
  readonly in: string;
  readonly isRequired: boolean;
  readonly body: JsonObject;
}

/** The parts of a request that one parameter fills. */
interface ConvertedParameter {
  readonly parameter: ToolParameter;
  readonly entries: readonly RequestEntry[];
}

/** A parameter with its location in the request. */
export interface LocatedParameter extends ConvertedParameter {
  readonly in: Location;
  /** The parameter's name in the document. */
  readonly original: string;
}

/** Converts a parameter to one of the tool; a text says why that can't be done. */
export function convertParameter(given: DocumentParameter, name: string, state: SchemaConversion): ConvertedParameter | string {
  const [mediaType] = Object.entries(isJsonObject(given.body.content) ? given.body.content : {});
  const media = mediaType === undefined ? undefined : followReference(mediaType[1], state.root);
  const converted = withoutNull(convertSchema(media?.schema ?? given.body.schema, state, `'${given.name}'`));
  const schema =
    media === undefined
      ? withoutLists(withLongIntegers(converted, given, state.root), () =>
          state.notes.push(`'${given.name}' takes a single value, and no list.`),
        )
      : converted;
  const parameter: ToolParameter = {
    name,
    schema: withinCookie(given, { ...typed(schema, media !== undefined), ...describeParameter(given, schema) }),
    isRequired: given.isRequired,
    example: firstExample(given.body, state.root) ?? firstExample(followReference(given.body.schema, state.root), state.root),
  };
  if (media !== undefined && given.in !== "cookie") {
    const entry = { key: given.name, template: `{{json ${writtenName(name)}}}`, valueOf: asJson(name) };
    const isText = /^text\//i.test(mediaType?.[0] ?? "") && isScalar(parameter.schema);
    if (isText) return { parameter, entries: [valueEntry(given.name, [name])] };
    return isJsonType(mediaType?.[0]) ? { parameter, entries: [entry] } : `'${given.name}' is sent as ${mediaType?.[0]}`;
  }
  if (given.in === "query" && given.body.allowReserved === true)
    state.notes.push(`'${given.name}' may have reserved characters as they are, and they are sent percent-encoded.`);
  const parts = entriesFor(given, parameter);
  if (typeof parts === "string") return parts;
  return { parameter: { ...parameter, schema: parts.schema ?? parameter.schema }, entries: parts.entries };
}

/** `schema` replaces that of the parameter. */
type Parts = Pick<ConvertedParameter, "entries"> & { readonly schema?: JsonObject };

function entriesFor(given: DocumentParameter, { name, schema }: ToolParameter): Parts | string {
  if (given.in === "cookie" && !isScalar(schema)) return `'${given.name}' is a list or an object in a cookie`;
  const types = schemaTypes(schema);
  const isAlternative = Array.isArray(schema.anyOf) && schema.anyOf.some((one: JsonValue) => isJsonObject(one) && !isScalar(one));
  if (isAlternative) return `'${given.name}' can be of several types, and one of them is a list or an object`;
  if (types.includes("object")) return objectEntries(given, name, schema);
  if (types.includes("array")) return listEntries(given, name, schema);
  const value = (params: JsonObject) => argumentAt(params, [name]);
  return { entries: [{ key: given.name, template: `${prefixOf(given)}${placeholder(name)}`, valueOf: value }] };
}

/** The styles `label` and `matrix` of a path write something before the value. */
function prefixOf({ name, body: { style } }: DocumentParameter): string {
  return style === "label" ? "." : style === "matrix" ? `;${constantText(name)}=` : "";
}

function listEntries(given: DocumentParameter, name: string, schema: JsonObject): Parts | string {
  const items = isJsonObject(schema.items) ? schema.items : {};
  if (!isScalar(items)) return `the elements of '${given.name}' are lists or objects`;
  const style = typeof given.body.style === "string" ? given.body.style : given.in === "query" ? "form" : "simple";
  const explode = given.body.explode ?? style === "form";
  if (given.in === "query" && explode === true) {
    return { entries: [listEntry(given.name, name)] };
  }
  const exploded: Readonly<Record<string, string>> = { label: ".", matrix: `;${constantText(given.name)}=` };
  const separator = (explode === true ? exploded[style] : undefined) ?? separators[style] ?? ",";
  const template = `${prefixOf(given)}{{join ${writtenName(name)} "${separator}"}}`;
  return { entries: [{ key: given.name, template, valueOf: (params) => argumentAt(params, [name]), separator }] };
}

function objectEntries(given: DocumentParameter, name: string, schema: JsonObject): Parts | string {
  const { style, explode } = given.body;
  const isForm = style === undefined || style === "form";
  if (given.in !== "query" || (style !== "deepObject" && !(isForm && explode !== false))) return joinedObject(given, name, schema);
  const entries = objectFields(schema, { key: given.name, own: name, isDeep: style === "deepObject" });
  return entries === undefined ? `'${given.name}' is an object with lists or objects in it` : { entries, schema: withTextValues(schema) };
}

/** An object in one text: `a,1,b,2`, or `a=1,b=2` if it is exploded. */
function joinedObject(given: DocumentParameter, name: string, own: JsonObject): Parts | string {
  const open = withTextValues(own);
  // Each value needs a type.
  const schema = open.additionalProperties === undefined ? { ...open, additionalProperties: false } : open;
  if (objectFields(schema, { key: "", own: name, isDeep: true }) === undefined)
    return `'${given.name}' is an object with lists or objects in it`;
  const { style } = given.body;
  const explode = given.body.explode === true;
  // A template has no form for an entry that is missing with its object.
  if (given.in === "query" || !given.isRequired) return `'${given.name}' is an object in one text`;
  const separator = explode && style === "label" ? "." : explode && style === "matrix" ? ";" : ",";
  const prefix = style === "matrix" && explode ? ";" : prefixOf(given);
  const pair = `{{@key}}${explode ? "=" : ","}{{this}}`;
  const template = `${prefix}{{#each ${writtenName(name)}}}${pair}{{#unless @last}}${separator}{{/unless}}{{/each}}`;
  return { entries: [{ key: given.name, template, valueOf: (params) => argumentAt(params, [name]) }], schema };
}

/** A text with a semicolon would begin another cookie: a call refuses it, whatever the document's own pattern says. */
function withinCookie(given: DocumentParameter, schema: JsonObject): JsonObject {
  const isFree = [schema.enum, schema.const, schema.pattern].every((one) => one === undefined) && schemaTypes(schema).includes("string");
  return given.in === "cookie" && isFree ? { ...schema, pattern: "^[!#-+.-:<-\\[\\]-~-]*$" } : schema;
}

const asJson = (name: string) => (params: JsonObject) => {
  const value = argumentAt(params, [name]);
  return value === undefined ? undefined : JSON.stringify(value);
};

/** A parameter that is a single value or a list of them is shown as the single value, which every style can send. */
function withoutLists(schema: JsonObject, note: () => void): JsonObject {
  const { anyOf, ...others } = schema;
  const scalars = Array.isArray(anyOf) ? anyOf.filter((one: JsonValue) => isJsonObject(one) && isScalar(one)) : [];
  if (!Array.isArray(anyOf) || scalars.length === 0 || scalars.length === anyOf.length) return schema;
  note();
  const [only] = scalars;
  return scalars.length === 1 && isJsonObject(only) ? { ...only, ...others } : { ...others, anyOf: scalars };
}

/** A 64-bit integer may be given as its digits, because numbers in JavaScript don't hold all of them. */
function withLongIntegers(schema: JsonObject, { body }: DocumentParameter, root: JsonObject): JsonObject {
  const long = (converted: JsonValue | undefined, given: JsonValue | undefined): JsonObject | undefined => {
    const source = followReference(given, root);
    const isLong = source?.format === "int64" || source?.format === "uint64";
    if (!isLong || !isJsonObject(converted) || converted.type !== "integer" || converted.enum !== undefined) return undefined;
    return { ...converted, type: ["integer", "string"], pattern: "^-?[0-9]{1,20}$" };
  };
  const own = followReference(body.schema, root);
  const items = long(schema.items, own?.items);
  return long(schema, own) ?? (items === undefined ? schema : { ...schema, items });
}

/** A text has no null: leaving the parameter out has the same meaning. */
function withoutNull(schema: JsonObject): JsonObject {
  const { type, enum: values, anyOf, ...others } = schema;
  const types = (Array.isArray(type) ? type : [type]).filter((one) => one !== "null" && one !== undefined);
  const alternatives = Array.isArray(anyOf) ? anyOf.filter((one: JsonValue) => !(isJsonObject(one) && one.type === "null")) : [];
  const [only] = alternatives;
  return {
    ...(types.length === 0 ? {} : { type: types.length === 1 ? (types[0] as JsonValue) : (types as readonly JsonValue[]) }),
    ...(Array.isArray(values) ? { enum: values.filter((value: JsonValue) => value !== null) } : {}),
    ...others,
    ...(alternatives.length === 1 && isJsonObject(only) ? only : alternatives.length > 1 ? { anyOf: alternatives } : {}),
  };
}

/** A template needs to know a value's type. A parameter without one is text. */
function typed(schema: JsonObject, isJson: boolean): JsonObject {
  if (isJson || schemaTypes(schema).length > 0 || Array.isArray(schema.anyOf) || Array.isArray(schema.enum) || schema.const !== undefined)
    return schema;
  return { type: "string", ...schema };
}

function describeParameter(given: DocumentParameter, schema: JsonObject): JsonObject {
  const { description } = given.body;
  const hasOwn =
    isJsonObject(given.body.schema) &&
    ["description", "title", "$ref"].some((key) => given.body.schema !== undefined && key in (given.body.schema as JsonObject));
  const text = nonEmptyText(description) ?? (hasOwn ? undefined : describePaging(given.name));
  if (text === undefined) return schema.description === undefined ? {} : { description: schema.description };
  // The same keywords describe it as in a schema, where a default is named too.
  return convertSchema({ description: text, default: defaultOf(given) }, { root: {}, notes: [], subschemas: 0 }, "");
}

function defaultOf({ body: { schema } }: DocumentParameter): JsonValue {
  return isJsonObject(schema) && schema.default !== undefined ? schema.default : null;
}

/** Descriptions of the parameters that choose a part of a long list, by their names without separators. */
const descriptions: Readonly<Record<string, string>> = {
  page: "The number of the page to return.",
  pagenumber: "The number of the page to return.",
  perpage: "How many results a page has.",
  pagesize: "How many results a page has.",
  limit: "How many results to return at most.",
  count: "How many results to return at most.",
  offset: "How many results to skip.",
  skip: "How many results to skip.",
  cursor: "Where to go on: the cursor that the answer before had.",
  pagetoken: "Where to go on: the token of the next page that the answer before had.",
  startingafter: "Return the results after this one.",
  endingbefore: "Return the results before this one.",
  after: "Return the results after this cursor.",
  before: "Return the results before this cursor.",
};

/** The parameters that lead to the next part of a list. */
const advancing = ["page", "pagenumber", "offset", "skip", "cursor", "pagetoken", "startingafter", "after"];

const plainName = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, "");

/** Returns a description for a parameter that has none but a well-known name. */
const describePaging = (name: string): string | undefined =>
  Object.hasOwn(descriptions, plainName(name)) ? descriptions[plainName(name)] : undefined;

/** Returns the sentence that tells a model how to get more of a list; `undefined` if no parameter does that. */
export function pagingSentence(names: readonly string[]): string | undefined {
  const name = names.find((one) => advancing.includes(plainName(one)));
  return name === undefined ? undefined : `Returns a part of the list; \`${name}\` leads to the next.`;
}
