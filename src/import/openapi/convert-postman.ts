import { convert } from "@scalar/postman-to-openapi";
import { parseJson } from "../../contract/json-text.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import { failed, found, type ImportOutcome, type LeftOut } from "../imported-tool.js";
import { methods, nonEmptyText } from "../openapi-document.js";

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
  try {
    for (const one of requestsIn(item)) {
      const auth = authOf(one, collection);
      if (auth !== undefined && !knownWays.has(String(auth.type))) {
        leftOut.push({ origin: one.name, reason: `it signs in by ${String(auth.type)}, which 'http' doesn't` });
        continue;
      }
      const document = convert(JSON.stringify({ ...head, auth: undefined, info, item: [nested(one, auth)] })) as JsonObject;
      const { path, method, operation } = onlyOperation(document) ?? {};
      if (path === undefined || method === undefined || operation === undefined) {
        leftOut.push({ origin: one.name, reason: "it has no address, or another method than those of HTTP" });
        continue;
      }
      const key = `${method.toUpperCase()} ${path}`;
      const before = paths[path]?.[method];
      if (before !== undefined) {
        leftOut.push({ origin: `${key} (${one.name})`, reason: `'${String(before.summary)}' has the same method and path` });
        continue;
      }
      const { scheme, security } = signingIn(auth, document, operation);
      Object.assign(schemes, scheme);
      paths[path] = {
        ...paths[path],
        [method]: {
          ...withBody(withPathParameters(operation, path), one),
          ...security,
          ...serversOf(document, operation),
          responses: responsesOf(one),
        },
      };
    }
  } catch (error) {
    return failed(`The Postman collection can't be converted: ${error instanceof Error ? error.message : String(error)}.`);
  }
  return found({
    root: { openapi: "3.1.0", info: { title: String(info.name), version: "1" }, paths, components: { securitySchemes: schemes } },
    leftOut,
  });
}

/** A request with the folders that it is in, the outermost first. */
interface PostmanRequest {
  readonly name: string;
  readonly item: JsonObject;
  readonly folders: readonly JsonObject[];
}

/** The deepest folders that are read. */
const maxDepth = 30;

function requestsIn(items: JsonValue | undefined, folders: readonly JsonObject[] = []): readonly PostmanRequest[] {
  if (!Array.isArray(items) || folders.length > maxDepth) return [];
  return items.flatMap((item): readonly PostmanRequest[] => {
    if (!isJsonObject(item)) return [];
    if (Array.isArray(item.item)) return requestsIn(item.item, [...folders, item]);
    return item.request === undefined ? [] : [{ name: nonEmptyText(item.name) ?? "a request", item, folders }];
  });
}

/** Ways of signing in that become a secret. */
const knownWays = new Set(["noauth", "basic", "bearer", "apikey", "oauth2"]);

/** How a request signs in: as it says itself, as the innermost folder does, or as the collection does. */
function authOf({ item, folders }: PostmanRequest, collection: JsonObject): JsonObject | undefined {
  const request = isJsonObject(item.request) ? item.request : {};
  return [request, ...folders.toReversed(), collection].map((one) => one.auth).find(isJsonObject);
}

/** The request in its folders, without its scripts, which only Postman runs. */
function nested({ item, folders }: PostmanRequest, auth: JsonObject | undefined): JsonObject {
  const request = isJsonObject(item.request) ? item.request : { method: "GET", url: item.request ?? "" };
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

const listOf = (value: JsonValue | undefined): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

/** An address with a variable that the collection doesn't define can't be used: the import asks for `--server`. */
function serversOf(document: JsonObject, operation: JsonObject): JsonObject {
  const servers = listOf(operation.servers ?? document.servers).filter(({ url }) => typeof url === "string" && !url.includes("{"));
  return { servers: [...servers] };
}

/** `{{shopId}}` in a path becomes `{shopId}`, which needs a parameter. */
function withPathParameters(operation: JsonObject, path: string): JsonObject {
  const parameters = listOf(operation.parameters);
  const declared = new Set(parameters.flatMap((one) => (one.in === "path" ? [one.name] : [])));
  const named = [...path.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name = ""]) => (declared.has(name) ? [] : [name]));
  const more = [...new Set(named)].map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
  return { ...operation, parameters: [...parameters, ...more] };
}

/** The package calls every key `api_key`; the collection says its name and its place. */
function signingIn(auth: JsonObject | undefined, document: JsonObject, operation: JsonObject) {
  const name = attributeOf(auth, "key");
  if (auth?.type === "apikey" && name !== undefined) {
    const id = `key_${name}`;
    const place = attributeOf(auth, "in") === "query" ? "query" : "header";
    return { scheme: { [id]: { type: "apiKey", name, in: place } }, security: { security: [{ [id]: [] }] } };
  }
  const { components } = document;
  const scheme = isJsonObject(components) && isJsonObject(components.securitySchemes) ? components.securitySchemes : {};
  return { scheme, security: { security: operation.security ?? document.security ?? [] } };
}

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
function withBody(operation: JsonObject, { item }: PostmanRequest): JsonObject {
  const { requestBody: _body, ...rest } = operation;
  const body = isJsonObject(item.request) && isJsonObject(item.request.body) ? item.request.body : {};
  const { protocolProfileBehavior: behaviour, request } = item;
  const keepsBody = isJsonObject(behaviour) && behaviour.disableBodyPruning === true;
  // Postman sends no body with these, unless it is told to.
  const isPruned = isJsonObject(request) && /^(?:get|head)$/i.test(String(request.method ?? "get")) && !keepsBody;
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
  if (example !== undefined)
    return { ...rest, requestBody: { required: true, content: { "application/json": { schema: schemaOf(example) } } } };
  const sent = isJsonObject(item.request)
    ? listOf(item.request.header).find(({ key }) => /^content-type$/i.test(String(key)))?.value
    : undefined;
  const language = isJsonObject(body.options) && isJsonObject(body.options.raw) ? body.options.raw.language : undefined;
  return {
    ...rest,
    requestBody: bodyOf(nonEmptyText(sent) ?? (language === "xml" ? "application/xml" : "text/plain"), { type: "string" }),
  };
}

const bodyOf = (type: string, schema: JsonObject): JsonObject => ({ required: true, content: { [type]: { schema } } });

/** Reads JSON in which variables of Postman stand for values: `{ "count": {{n}} }`. */
function readExample(raw: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(raw)) return undefined;
  return parseJson(raw) ?? parseJson(raw.replaceAll(/(?<=[:[,]\s*)\{\{[^{}"]+\}\}/g, "null"));
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
    ? { type: "string", ...(example === "" || example.includes("{{") ? {} : { examples: [example] }) }
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
