import { isNestedDeeper } from "../../runtime/json/is-nested-deeper.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { parseJson } from "../../runtime/json/parse-json.js";
import { failed, found, type ImportOutcome } from "../import-outcome.js";
import { findYamlMistake, readYamlText } from "../yaml/read-yaml-text.js";

/** The limits of a document with all files that it refers to. */
export const documentLimits = { bytes: 64 * 1024 * 1024, files: 10_000, operations: 20_000, levels: 500 } as const;

/** Reads JSON or YAML. The problem is a sentence about the file. */
export function readData(text: string, name: string): ImportOutcome<JsonObject> {
  const read = (/^\s*\{/.test(text) ? parseJson(text) : undefined) ?? readYamlText(text);
  // Half of a surrogate pair can't be sent, nor written to a file.
  const data = /\\u[dD][89a-fA-F]/.test(text) && read !== undefined ? wellFormed(read) : read;
  if (data === undefined && isGraphqlSchema(text))
    return failed(`'${name}' is a GraphQL schema, and not OpenAPI. A tool that sends a query is written by hand: docs/spec.md.`);
  if (data === undefined) return failed(`'${name}' is neither valid JSON nor valid YAML${findYamlMistake(text)}.`);
  if (isJsonObject(data) && isNestedDeeper(data, documentLimits.levels))
    return failed(`'${name}' is nested more than ${documentLimits.levels} levels deep.`);
  return isJsonObject(data) ? found(data) : failed(`'${name}' is not an OpenAPI document: it is not an object.`);
}

/** Skips what precedes the first keyword part by part: one pattern for all of it would take exponential time. */
export function isGraphqlSchema(text: string): boolean {
  const skipped = /\s+|#[^\n]*|"""[\s\S]*?"""/y;
  let start = 0;
  while (skipped.test(text)) start = skipped.lastIndex;
  const keyword = /(?:extend|scalar|directive|schema|type|interface|enum|input|union) /y;
  keyword.lastIndex = start;
  return keyword.test(text) && text.includes("{", keyword.lastIndex);
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
    ({ info }) => isJsonObject(info) && (info._postman_id !== undefined || /getpostman/.test(String(info.schema))),
    "a Postman collection",
    "Convert it first, for example with postman-to-openapi.",
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

/** Returns why a document can't be imported; `undefined` if it is OpenAPI 3. */
export function openApiVersionProblem(root: JsonObject, name: string): string | undefined {
  const { openapi, swagger } = root;
  if (typeof openapi === "string" && /^3\.[012]\b/.test(openapi)) return undefined;
  const [, other, way] = otherFormats.find(([isOf]) => isOf(root)) ?? [];
  if (other !== undefined) return `'${name}' is ${other}, and not OpenAPI. ${way}`;
  if (swagger !== undefined) return `'${name}' is Swagger ${swagger}. Convert it to OpenAPI 3 first, for example with swagger2openapi.`;
  return openapi === undefined
    ? `'${name}' is not an OpenAPI document: it has no key 'openapi'.`
    : `'${name}' is OpenAPI ${openapi}. This version imports 3.0, 3.1 and 3.2.`;
}

function wellFormed(data: unknown): JsonValue {
  return JSON.parse(JSON.stringify(data), (_key, value) => (typeof value === "string" ? value.toWellFormed() : value));
}
