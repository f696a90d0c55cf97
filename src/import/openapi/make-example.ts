import { isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import { makeValue, maxExampleLength } from "../schema/make-value.js";
import { schemaTypes } from "../schema/value-keywords.js";
import type { ConvertedBody } from "./convert-body.js";
import { constantHeaders, type RequestParts } from "./request-template.js";
import { anyKey, type RequestEntry, type ToolParameter } from "./tool-parameter.js";

/** The deepest example value that a spec gets. */
const maxDepth = 8;

/**
 * Returns an example of a call and the request that it must send, with values of the document, or made up where it has
 * none; `undefined` if a required value can't be made up.
 */
export function makeExample(parts: RequestParts, parameters: readonly ToolParameter[]): JsonObject | undefined {
  const values = parameters
    .filter(({ secret }) => secret === undefined)
    .flatMap(({ name, schema, isRequired, example: shown }) => {
      const example = withoutNulls(shown);
      const isUsable = example !== undefined && isOfType(example, schema) && JSON.stringify(example).length <= maxExampleLength;
      const value = isUsable ? example : isRequired ? makeValue(schema) : undefined;
      return value === undefined ? [] : [[name, value] as const];
    });
  const params: JsonObject = Object.fromEntries(values);
  if (parameters.some(({ name, isRequired, secret }) => secret === undefined && isRequired && params[name] === undefined)) return undefined;
  const secrets = [...new Set([...Object.keys(parts.security.secrets), ...parameters.flatMap(({ secret }) => secret?.secret ?? [])])];
  const request = expectedRequest(parts, params);
  return {
    name: "the request",
    ...(secrets.length === 0 ? {} : { given: { secrets: Object.fromEntries(secrets.map((name) => [name, "secret"])) } }),
    params,
    expect: request === undefined ? { risk: parts.risk } : { request },
  };
}

/** A null says as much as a missing value, and not every schema of a document allows the nulls of its example. */
function withoutNulls(value: JsonValue | undefined, depth = 0): JsonValue | undefined {
  if (value === null || value === undefined || depth > maxDepth) return undefined;
  if (Array.isArray(value)) return value.map((item: JsonValue) => withoutNulls(item, depth + 1)).filter((item) => item !== undefined);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, member]) => [key, withoutNulls(member, depth + 1)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, JsonValue] => entry[1] !== undefined));
}

/** Returns true if a value has the types that its schema declares, also inside. Others would be coerced in a call. */
function isOfType(value: JsonValue, schema: JsonObject): boolean {
  const types = schemaTypes(schema);
  const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  if (types.length > 0 && !types.includes(type) && !(Number.isInteger(value) && types.includes("integer"))) return false;
  const { items, properties } = schema;
  if (Array.isArray(value)) return !isJsonObject(items) || value.every((item: JsonValue) => isOfType(item, items));
  if (!isJsonObject(value) || !isJsonObject(properties)) return true;
  return Object.entries(value).every(([key, member]) => {
    const inner = Object.hasOwn(properties, key) ? properties[key] : undefined;
    return !isJsonObject(inner) || isOfType(member, inner);
  });
}

/** Returns the request that a call must send; `undefined` if an address might be written in another form. */
function expectedRequest(parts: RequestParts, params: JsonObject): JsonObject | undefined {
  const { operation, server, parameters, body } = parts;
  const valuesOf = (entries: readonly RequestEntry[]) =>
    entries.flatMap((entry) => {
      const value = entry.valueOf(params);
      return value === undefined ? [] : [{ ...entry, value }].flatMap(membersOf);
    });
  const entriesIn = (location: string) => valuesOf(parameters.filter((one) => one.in === location).flatMap(({ entries }) => entries));
  const inPath = entriesIn("path");
  const styled = parameters.some(({ entries }) => entries.some(({ template }) => /^[.;]|\{\{@key\}\}/.test(template)));
  const keys = Object.keys(parts.security.query).map((key): ExampleEntry => ({ key, value: "secret" }));
  const query = [...keys, ...entriesIn("query").flatMap(elementsOf)];
  const texts = [...inPath, ...query].flatMap(({ value }) => (Array.isArray(value) ? value.map(textOf) : [textOf(value)]));
  if (styled || server.url.includes("\\") || texts.some((text) => !isPlainText(text)) || !/^[\w~!*()./{}-]*$/.test(operation.path))
    return undefined;
  const path = inPath.reduce((at, { key, value, separator }) => at.replaceAll(`{${key}}`, encodedText(value, separator)), operation.path);
  const entries = query.map(({ key, value, separator }) => `${encodeURIComponent(key)}=${encodedText(value, separator)}`).join("&");
  const constant = constantHeaders(parts);
  const own = entriesIn("cookie").map(({ key, value }) => `${key}=${joinedText(value)}`);
  const cookies = [...Object.keys(parts.security.cookies).map((key) => `${key}=secret`), ...own];
  const headers = [
    ...Object.entries(constant).map(([name, text]) => [name.toLowerCase(), text.replaceAll(/\{\{@secret\.\w+\}\}/g, "secret")]),
    ...(cookies.length === 0 ? [] : [["cookie", cookies.join("; ")]]),
    ...entriesIn("header").map(({ key, value }) => [key.toLowerCase(), joinedText(value)]),
  ];
  return {
    method: operation.method,
    url: `${server.url}${path}${entries === "" ? "" : `?${entries}`}`,
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) as JsonObject }),
    ...(body === undefined ? {} : bodyFact(body, valuesOf(body.entries))),
  };
}

function bodyFact({ kind, entries: [first] }: ConvertedBody, entries: readonly ExampleEntry[]): JsonObject {
  const [only] = entries;
  if (only === undefined && first?.isWhole) return {};
  if (only?.isWhole) return { body: kind === "file" ? fileFact(only.value) : only.value };
  if (kind === "multipart") return { body: partsFact(entries.flatMap(elementsOf)) };
  if (kind === "form")
    return {
      body: new URLSearchParams(
        entries.flatMap(elementsOf).map(({ key, value, separator }): [string, string] => [key, joinedText(value, separator)]),
      ).toString(),
    };
  return kind === "json" ? { body: Object.fromEntries(entries.map(({ key, value }) => [key, value])) } : {};
}

/** The parts by their names, as `expect.request` has them. */
function partsFact(entries: readonly ExampleEntry[]): JsonObject {
  const facts: Record<string, JsonValue> = {};
  for (const { key, value, part, separator } of entries) {
    const fact = part?.isFile ? fileFact(value) : joinedText(value, separator);
    const before = facts[key];
    facts[key] = before === undefined ? fact : [...(Array.isArray(before) ? before : [before]), fact];
  }
  return facts;
}

const fileFact = (path: JsonValue): JsonObject => ({ file: `{{@workspace}}/${textOf(path)}` });

type ExampleEntry = Pick<RequestEntry, "key" | "separator" | "part" | "isWhole" | "isMap"> & { readonly value: JsonValue };

/** The entries of a map. */
const membersOf = (entry: ExampleEntry): readonly ExampleEntry[] =>
  entry.isMap && isJsonObject(entry.value)
    ? Object.entries(entry.value).map(([key, value]) => ({ ...entry, key: entry.key.replace(anyKey, () => key), value }))
    : [entry];

/** The entries of a list whose elements have their own. */
const elementsOf = (entry: ExampleEntry): readonly ExampleEntry[] =>
  Array.isArray(entry.value) && entry.separator === undefined ? entry.value.map((value: JsonValue) => ({ ...entry, value })) : [entry];

/** A list is joined before it is decoded, so that its separators are part of the address. */
const encodedText = (value: JsonValue, separator = ","): string =>
  (Array.isArray(value) ? value : [value])
    .map((one: JsonValue) => encodeURIComponent(textOf(one)))
    .join(separator === "," || separator === "." ? separator : encodeURIComponent(separator));

const joinedText = (value: JsonValue, separator = ","): string =>
  Array.isArray(value) ? value.map(textOf).join(separator) : textOf(value);

const textOf = (value: JsonValue): string => (typeof value === "string" ? value : JSON.stringify(value));

/** An apostrophe is encoded in some places only, a step can't be a value, and an empty one is refused in a path. */
const isPlainText = (text: string) => text !== "" && !text.includes("'") && !text.split(/[/\\]/).some((step) => /^\.{1,2}$/.test(step));
