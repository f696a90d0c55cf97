import { upgradeFromTwoToThree } from "@scalar/openapi-upgrader/2.0-to-3.0";
import { resolveRef } from "../contract/json-schema.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../contract/json-value.js";
import { failed, found, type ImportOutcome } from "./imported-tool.js";
import { type ConvertedDocument, convertPostman } from "./openapi/convert-postman.js";
import { entriesIn, followReference, methods } from "./openapi-document.js";

export type { ConvertedDocument } from "./openapi/convert-postman.js";

/** Converts a Postman collection or a Swagger 2.0 document to OpenAPI 3. */
export function upgradeDocument(root: JsonObject, documentUrl: string | undefined): ImportOutcome<ConvertedDocument> {
  if (isPostmanCollection(root)) return convertPostman(root);
  const upgraded = upgradeSwagger(root, documentUrl);
  return upgraded.ok ? found({ root: upgraded.value, leftOut: [] }) : upgraded;
}

/**
 * Converts a Swagger 2.0 document to OpenAPI 3.0; any other document stays as it is. The package converts each part
 * where it stands. So references to parameters are followed before, and schemas that references reach in other ways
 * than by `#/definitions/` get a name there.
 */
export function upgradeSwagger(root: JsonObject, documentUrl: string | undefined): ImportOutcome<JsonObject> {
  if (root.openapi !== undefined || !/^2\.0\b/.test(String(root.swagger))) return found(root);
  const { parameters: _parameters, ...document } = root;
  const paths = entriesIn(root.paths, root).map(([path, item]) => [path, plainItem(item, root)]);
  const plain = { ...document, swagger: "2.0", schemes: schemesOf(root, documentUrl), paths: Object.fromEntries(paths) };
  try {
    return found(upgradeFromTwoToThree({ ...withNamedSchemas(plain, root) }) as JsonObject);
  } catch (error) {
    return failed(`The document is Swagger 2.0 and can't be converted: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** The safer scheme first: an import takes the first server. Without schemes, that of the document holds. */
function schemesOf({ schemes, host }: JsonObject, documentUrl: string | undefined): readonly string[] {
  const declared = Array.isArray(schemes) ? schemes.map(String) : [];
  if (declared.length > 0) return declared.includes("https") ? ["https", ...declared.filter((one) => one !== "https")] : declared;
  if (documentUrl !== undefined) return [new URL(documentUrl).protocol.replace(":", "")];
  // A port of its own is that of a server under development.
  return /:\d+$/.test(String(host)) ? ["http", "https"] : ["https", "http"];
}

/** Returns the operations of a path, each with all of its parameters. */
function plainItem(item: JsonObject, root: JsonObject): JsonObject {
  const operations = methods.flatMap((method) => {
    const operation = item[method];
    return isJsonObject(operation) ? [[method, plainOperation(operation, item, root)] as const] : [];
  });
  return Object.fromEntries(operations);
}

function plainOperation(operation: JsonObject, item: JsonObject, root: JsonObject): JsonObject {
  const declared = [...parametersIn(item.parameters, root), ...parametersIn(operation.parameters, root)];
  const parameters = [...new Map(declared.map((one) => [`${one.in} ${one.name}`, one])).values()].map(withSeparator);
  const responses = Object.entries(isJsonObject(operation.responses) ? operation.responses : {}).flatMap(([status, one]) => {
    const isNamed = isJsonObject(one) && /^#\/responses\/[^/]+$/.test(String(one.$ref));
    const response = isNamed ? one : followReference(one, root);
    return response === undefined ? [] : [[status, response] as const];
  });
  const { consumes: _consumes, ...others } = operation;
  const consumes = consumedTypes(nonEmptyList(operation.consumes) ?? nonEmptyList(root.consumes), parameters);
  return { ...others, ...(consumes === undefined ? {} : { consumes }), parameters, responses: Object.fromEntries(responses) };
}

const nonEmptyList = (value: JsonValue | undefined): readonly JsonValue[] | undefined =>
  Array.isArray(value) && value.length > 0 ? value : undefined;

/** A form without a media type for forms is sent as one: with files, or without. */
function consumedTypes(consumes: readonly JsonValue[] | undefined, parameters: readonly JsonObject[]): readonly JsonValue[] | undefined {
  const fields = parameters.filter((one) => one.in === "formData");
  if (fields.length === 0) return consumes ?? ["application/json"];
  const forms = ["application/x-www-form-urlencoded", "multipart/form-data"];
  const declared = consumes?.filter((type) => forms.includes(String(type))) ?? [];
  if (declared.length > 0) return declared;
  return fields.some(({ type }) => type === "file") ? ["multipart/form-data"] : ["application/x-www-form-urlencoded"];
}

/** The parameters of a list. The schema of one that many operations share stays where it is. */
function parametersIn(list: JsonValue | undefined, root: JsonObject): readonly JsonObject[] {
  return (Array.isArray(list) ? (list as readonly JsonValue[]) : []).flatMap((one) => {
    const parameter = followReference(one, root);
    if (typeof parameter?.in !== "string") return [];
    const reference = isJsonObject(one) && typeof one.$ref === "string" ? `${one.$ref}/schema` : "";
    const isShared = isJsonObject(parameter.schema) && isJsonObject(resolveRef(root, reference));
    return [isShared ? { ...parameter, schema: { $ref: reference } } : parameter];
  });
}

/** The separators of lists that the package doesn't convert, or whose default it doesn't know. */
const styles: Readonly<Record<string, string>> = { ssv: "spaceDelimited", pipes: "pipeDelimited", tsv: "tabDelimited" };

function withSeparator(parameter: JsonObject): JsonObject {
  if (parameter.type !== "array") return parameter;
  const { collectionFormat = "csv" } = parameter;
  if (parameter.in === "formData") return { ...parameter, collectionFormat };
  const style = styles[String(collectionFormat)];
  return style === undefined ? parameter : { ...parameter, style, explode: false };
}

/** Copies each schema that a reference reaches elsewhere to the definitions, and lets the reference lead there. */
function withNamedSchemas(document: JsonObject, root: JsonObject): JsonObject {
  const own = isJsonObject(root.definitions) ? root.definitions : {};
  const added = new Map<string, string>();
  const names = new Set(Object.keys(own));
  const renamed = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(renamed);
    if (!isJsonObject(value)) return value;
    const { $ref } = value;
    if (typeof $ref !== "string" || /^#\/(?:definitions|responses)\/[^/]+$/.test($ref))
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, renamed(member)]));
    const name = added.get($ref) ?? freeName($ref, names);
    added.set($ref, name);
    names.add(name);
    return { ...value, $ref: `#/definitions/${name}` };
  };
  const plain = renamed(document) as JsonObject;
  const definitions: Record<string, JsonValue> = { ...(isJsonObject(plain.definitions) ? plain.definitions : {}) };
  // A target may have such references, too: they join the map while it is read.
  for (const [ref, name] of added) definitions[name] = renamed(resolveRef(root, ref) ?? {});
  return { ...plain, definitions };
}

function freeName(ref: string, taken: ReadonlySet<string>): string {
  const word = (ref.split("/").findLast((step) => /^[A-Za-z]\w*$/.test(step) && step !== "schema") ?? "schema").slice(0, 40);
  if (!taken.has(word)) return word;
  return `${word}_${taken.size}`;
}

/** Formats that describe requests in other ways: a key that only they have, their name, and the way to OpenAPI. */
const otherFormats: readonly (readonly [isOf: (root: JsonObject) => boolean, name: string, way: string])[] = [
  [
    ({ asyncapi }) => asyncapi !== undefined,
    "an AsyncAPI document",
    "It describes messages, which no request sends: write a tool by hand (docs/spec.md).",
  ],
  [({ arazzo }) => arazzo !== undefined, "an Arazzo document", "Import the OpenAPI documents that its `sourceDescriptions` name."],
  [
    ({ requests, order }) => Array.isArray(requests) && order !== undefined,
    "a Postman collection 1",
    "Export it as collection 2.1 in Postman, or convert it with postman-collection-transformer.",
  ],
  [
    ({ discoveryVersion }) => discoveryVersion !== undefined,
    "a Google Discovery document",
    "Convert it first, for example with google-discovery-to-swagger, or look for the API at apis.guru.",
  ],
  [
    ({ log }) => isJsonObject(log) && log.entries !== undefined,
    "a HAR file",
    "It records requests and doesn't describe them: convert it first, for example with har-to-openapi.",
  ],
  [({ swaggerVersion }) => swaggerVersion !== undefined, "Swagger 1", "Convert it first, for example with swagger-converter."],
  [
    ({ _format, resources }) => /^insomnia/i.test(String(_format ?? "")) || (Array.isArray(resources) && _format !== undefined),
    "an Insomnia export",
    "Export it as OpenAPI instead.",
  ],
];

/** Returns true for a Postman collection 2.0 or 2.1. */
export const isPostmanCollection = ({ info, item }: JsonObject): boolean =>
  isJsonObject(info) && Array.isArray(item) && (info._postman_id !== undefined || /getpostman/.test(String(info.schema)));

/** Returns why a document can't be imported; `undefined` if it is OpenAPI 3, Swagger 2.0 or a Postman collection. */
export function openApiVersionProblem(root: JsonObject, name: string): string | undefined {
  const { openapi, swagger } = root;
  if (isPostmanCollection(root)) return undefined;
  if (typeof openapi === "string" && /^3\.[012]\b/.test(openapi)) return undefined;
  const [, other, way] = otherFormats.find(([isOf]) => isOf(root)) ?? [];
  if (other !== undefined) return `'${name}' is ${other}, and not OpenAPI. ${way}`;
  if (swagger !== undefined && !/^2\.0\b/.test(String(swagger))) return `'${name}' is Swagger ${swagger}. This version imports 2.0.`;
  if (swagger !== undefined && openapi === undefined) return undefined;
  return openapi === undefined
    ? `'${name}' is not an OpenAPI document: it has no key 'openapi'.`
    : `'${name}' is OpenAPI ${openapi}. This version imports 3.0, 3.1, 3.2 and Swagger 2.0.`;
}
