import { convert } from "@scalar/postman-to-openapi";
import { parseJson, stripComments } from "../../contract/json-text.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import { found, type ImportOutcome, type LeftOut } from "../imported-tool.js";
import { methods, nonEmptyText } from "../openapi-document.js";
import { findSecret } from "../text/credential-names.js";
import { addressOf, headerOf, listOf, type PostmanRequest, requestsIn } from "./postman-request.js";

/** A document as OpenAPI 3, and what the conversion lost. */
export interface ConvertedDocument {
  readonly root: JsonObject;
  readonly leftOut: readonly LeftOut[];
}

/**
 * Converts a Postman collection to OpenAPI 3.1. The package keeps one of several requests with the same method and path
 * and says nothing about JSON bodies, so each request is converted alone and its body is read here.
 */
export function convertPostman(collection: JsonObject): ImportOutcome<ConvertedDocument> {
  const { item, ...head } = collection;
  const info = { name: "Collection", schema: "v2.1.0", ...(isJsonObject(head.info) ? head.info : {}) };
  const paths: Record<string, Record<string, JsonObject>> = {};
  const schemes: Record<string, JsonValue> = {};
  const leftOut: LeftOut[] = [];
  for (const one of requestsIn(item)) {
    const auth = authOf(one, collection);
    if (auth !== undefined && !knownWays.has(String(auth.type))) {
      leftOut.push({ origin: one.name, reason: `it signs in by ${String(auth.type)}, which 'http' doesn't` });
      continue;
    }
    const document = convertAlone({ ...head, auth: undefined, info, item: [nested(one, auth)] });
    if (typeof document === "string") {
      leftOut.push({ origin: one.name, reason: document });
      continue;
    }
    const { path, method, operation } = onlyOperation(document) ?? {};
    if (addressOf(one) === "" || path === undefined || method === undefined || operation === undefined) {
      leftOut.push({ origin: one.name, reason: "it has no address, or another method than those of HTTP" });
      continue;
    }
    const key = `${method.toUpperCase()} ${path}`;
    const before = paths[path]?.[method];
    if (before !== undefined) {
      leftOut.push({ origin: `${key} (${one.name})`, reason: `'${String(before.summary)}' has the same method and path` });
      continue;
    }
    const { schemes: own, security } = signingIn(one, auth, { document, operation });
    Object.assign(schemes, own);
    const { parameters, requestBody, ...rest } = withBody(withPathParameters(operation, path, secretVariables(collection)), one);
    paths[path] = {
      ...paths[path],
      [method]: {
        ...rest,
        parameters: withoutValues(parameters ?? []),
        ...(requestBody === undefined ? {} : { requestBody: withoutValues(requestBody) }),
        security,
        ...serversOf(document, operation),
        responses: responsesOf(one),
      },
    };
  }
  return found({
    root: { openapi: "3.1.0", info: { title: String(info.name), version: "1" }, paths, components: { securitySchemes: schemes } },
    leftOut,
  });
}

/** Converts a collection of one request; a text says why that can't be done. */
function convertAlone(collection: Readonly<Record<string, unknown>>): JsonObject | string {
  try {
    return convert(JSON.stringify(collection)) as JsonObject;
  } catch (error) {
    return `it can't be converted: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Ways of signing in that become a secret. */
const knownWays = new Set(["noauth", "basic", "bearer", "apikey", "oauth2"]);

/** How a request signs in: as it says itself, as the innermost folder does, or as the collection does. */
function authOf({ request, folders }: PostmanRequest, collection: JsonObject): JsonObject | undefined {
  return [request, ...folders.toReversed(), collection].map((one) => one.auth).find(isJsonObject);
}

/** The request in its folders, without its scripts, which only Postman runs. */
function nested({ item, request, folders }: PostmanRequest, auth: JsonObject | undefined): JsonObject {
  const own: JsonObject = { name: item.name ?? "", request: auth === undefined ? request : { ...request, auth } };
  return folders.reduceRight<JsonObject>((inner, { name = "" }) => ({ name, item: [inner] }), own);
}

function onlyOperation({ paths }: JsonObject) {
  for (const [path, item] of Object.entries(isJsonObject(paths) ? paths : {}))
    for (const method of methods) {
      const operation = isJsonObject(item) ? item[method] : undefined;
      if (isJsonObject(operation)) return { path, method, operation };
    }
  return undefined;
}

/** An address with a variable that the collection doesn't define is named, and the import asks for `--server`. */
function serversOf(document: JsonObject, operation: JsonObject): JsonObject {
  const servers = listOf(operation.servers ?? document.servers).flatMap((one): readonly JsonObject[] =>
    typeof one.url === "string" ? [{ url: one.url.replaceAll(/\{\{([^{}]+)\}\}/g, "{$1}") }] : [],
  );
  return { servers };
}

/** The variables of the collection that Postman hides. */
const secretVariables = ({ variable }: JsonObject): readonly (JsonValue | undefined)[] =>
  listOf(variable).flatMap(({ key, type }) => (type === "secret" ? [key] : []));

/** `{{shopId}}` in a path becomes `{shopId}`, which needs a parameter. */
function withPathParameters(operation: JsonObject, path: string, secret: readonly (JsonValue | undefined)[]): JsonObject {
  const parameters = listOf(operation.parameters);
  const declared = new Set(parameters.flatMap((one) => (one.in === "path" ? [one.name] : [])));
  const named = [...path.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name = ""]) => (declared.has(name) ? [] : [name]));
  const more = [...new Set(named)].map((name): JsonObject => ({ name, in: "path", required: true, schema: { type: "string" } }));
  const all = [...parameters, ...more].map((one) =>
    one.in === "path" && secret.includes(one.name) ? { ...one, schema: { type: "string", format: "password" } } : one,
  );
  return { ...operation, parameters: all };
}

interface PackageOutput {
  readonly document: JsonObject;
  readonly operation: JsonObject;
}

/**
 * The ways of signing in of a request. The package calls every key `api_key`, and leaves the header `Authorization`
 * out; the collection says the name and the place of both.
 */
function signingIn(one: PostmanRequest, auth: JsonObject | undefined, { document, operation }: PackageOutput) {
  const { components } = document;
  const isKey = auth?.type === "apikey";
  const key = attributeOf(auth, "key") ?? "api_key";
  const place = attributeOf(auth, "in") === "query" ? "query" : "header";
  const packaged = isJsonObject(components) && isJsonObject(components.securitySchemes) ? components.securitySchemes : {};
  const declared = isKey ? keyScheme(key, place) : packaged;
  const sent = headerOf(one, "authorization");
  const isSigned = isKey ? place === "header" && key.toLowerCase() === "authorization" : Object.keys(declared).length > 0;
  const header = sent === undefined || isSigned ? {} : schemeOf(sent);
  const [scopes] = listOf(isKey ? undefined : (operation.security ?? document.security));
  const schemes: JsonObject = { ...declared, ...header };
  const names = Object.keys(schemes);
  const requirement: JsonObject = { ...Object.fromEntries(names.map((name) => [name, []])), ...scopes };
  return { schemes, security: names.length === 0 ? [] : [requirement] };
}

/** The id has the place, because keys of one name are different ones in different places. */
const keyScheme = (name: string, place: string): JsonObject => ({ [`key_${place}_${name}`]: { type: "apiKey", name, in: place } });

/** The way of signing in that the value of `Authorization` shows. The value itself isn't taken. */
function schemeOf(value: string): JsonObject {
  const style = /^(bearer|basic)\s/i.exec(value)?.[1]?.toLowerCase();
  return style === undefined ? keyScheme("Authorization", "header") : { [`${style}Auth`]: { type: "http", scheme: style } };
}

/** Keys of OpenAPI that hold no values of the collection. */
const ownKeys = ["name", "description", "$ref"];

/** Leaves out examples that may be secrets, and those that a variable of Postman fills. */
function withoutValues(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutValues);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([key, one]) => ownKeys.includes(key) || !isForeign(one));
  const cleaned = kept.flatMap(([key, one]): readonly (readonly [string, JsonValue])[] => {
    if (one === undefined) return [];
    // The texts of other lists, such as `required`, are names.
    const shown = key === "examples" && Array.isArray(one) ? one.filter((example: JsonValue) => !isForeign(example)) : one;
    return [[key, withoutValues(shown)]];
  });
  return Object.fromEntries(cleaned);
}

/** A long word of letters and digits, other than a date, may be a secret, whatever the name that it is sent under. */
const isForeign = (value: JsonValue | undefined): boolean =>
  typeof value === "string" &&
  (value.includes("{{") ||
    findSecret(value) !== undefined ||
    /^(?:bearer|basic|token|apikey) \S/i.test(value) ||
    /^(?!\d{4}-\d\d-\d\d|https?:)(?=.*\d)(?=.*[A-Za-z])[\w.~+/=:-]{16,}$/.test(value));

/** A value of a way to sign in: a list of keys in 2.1, an object in 2.0. */
function attributeOf(auth: JsonObject | undefined, key: string): string | undefined {
  const values = auth?.[String(auth.type)];
  const value = Array.isArray(values)
    ? listOf(values).find((one) => one.key === key)?.value
    : isJsonObject(values)
      ? values[key]
      : undefined;
  return typeof value === "string" && value !== "" && !value.includes("{{") ? value : undefined;
}

/** The body by its mode. The values of its example say which properties there are. */
function withBody(operation: JsonObject, one: PostmanRequest): JsonObject {
  const { requestBody: _body, ...rest } = operation;
  const { item, request } = one;
  const body = isJsonObject(request.body) ? request.body : {};
  const { protocolProfileBehavior: behaviour } = item;
  const keepsBody = isJsonObject(behaviour) && behaviour.disableBodyPruning === true;
  // Postman sends no body with these, unless the request asks for it.
  const isPruned = /^(?:get|head)$/i.test(String(request.method)) && !keepsBody;
  if (body.disabled === true || isPruned) return rest;
  if (body.mode === "graphql") {
    const properties = { query: { type: "string" }, variables: { type: "object", additionalProperties: true } };
    return { ...rest, requestBody: bodyOf("application/json", { type: "object", properties, required: ["query"] }) };
  }
  if (body.mode === "file") return { ...rest, requestBody: bodyOf("application/octet-stream", { type: "string", format: "binary" }) };
  if (body.mode !== "raw") return listOf(body[String(body.mode)]).length === 0 ? rest : operation;
  const raw = nonEmptyText(body.raw);
  if (raw === undefined) return rest;
  const example = readExample(raw);
  const language = isJsonObject(body.options) && isJsonObject(body.options.raw) ? body.options.raw.language : undefined;
  const sent = headerOf(one, "content-type");
  const byItself =
    example !== undefined || language === "json" ? "application/json" : language === "xml" ? "application/xml" : "text/plain";
  const type = sent === undefined || sent.includes("{{") ? byItself : sent;
  const isJson = /^application\/(?:[\w.+-]+\+)?json(?=\s*(?:;|$))/i.test(type);
  return { ...rest, requestBody: bodyOf(type, !isJson ? { type: "string" } : example === undefined ? {} : schemaOf(example)) };
}

const bodyOf = (type: string, schema: JsonObject): JsonObject => ({ required: true, content: { [type]: { schema } } });

/** Reads JSON with comments, in which variables of Postman stand for values: `{ "count": {{n}} }`. */
function readExample(raw: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(raw)) return undefined;
  const plain = stripComments(raw);
  return parseJson(plain) ?? parseJson(plain.replaceAll(/(?<=[:[,]\s*)\{\{[^{}"]+\}\}/g, "null"));
}

/** The schema of what an example shows. No property is required: the collection doesn't say. */
function schemaOf(example: JsonValue): JsonObject {
  if (Array.isArray(example)) return { type: "array", items: example[0] === undefined ? {} : schemaOf(example[0]) };
  if (isJsonObject(example)) {
    const properties = Object.entries(example).map(([name, value]) => [name, schemaOf(value)] as const);
    return { type: "object", properties: Object.fromEntries(properties) };
  }
  if (example === null) return {};
  // An example with a fraction isn't the only form of a number.
  return typeof example === "string"
    ? { type: "string", ...(example === "" || isForeign(example) ? {} : { examples: [example] }) }
    : { type: typeof example };
}

/** The saved answers: their JSON says which fields there are. */
function responsesOf({ item }: PostmanRequest): JsonObject {
  const saved = listOf(item.response).flatMap((one) => {
    const status = String(one.code ?? "");
    const example = typeof one.body === "string" ? readExample(one.body) : undefined;
    if (!/^[1-5]\d\d$/.test(status)) return [];
    const content = example === undefined ? {} : { content: { "application/json": { schema: schemaOf(example) } } };
    return [[status, { description: nonEmptyText(one.name) ?? status, ...content }] as const];
  });
  return Object.fromEntries(saved);
}
