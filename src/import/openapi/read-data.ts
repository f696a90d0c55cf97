import { isNestedDeeper } from "../../runtime/json/is-nested-deeper.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { parseJson } from "../../runtime/json/parse-json.js";
import { failed, found, type ImportOutcome } from "../import-outcome.js";
import { readYamlText } from "../yaml/read-yaml-text.js";

/** The limits of a document with all files that it refers to. */
export const documentLimits = { bytes: 64 * 1024 * 1024, files: 500, operations: 20_000, levels: 500 } as const;

/** Reads JSON or YAML. The problem is a sentence about the file. */
export function readData(text: string, name: string): ImportOutcome<JsonObject> {
  const read = (/^\s*\{/.test(text) ? parseJson(text) : undefined) ?? readYamlText(text);
  // Half of a surrogate pair can't be sent, nor written to a file.
  const data = /\\u[dD][89a-fA-F]/.test(text) && read !== undefined ? wellFormed(read) : read;
  if (data === undefined) return failed(`'${name}' is neither valid JSON nor valid YAML.`);
  if (isJsonObject(data) && isNestedDeeper(data, documentLimits.levels))
    return failed(`'${name}' is nested more than ${documentLimits.levels} levels deep.`);
  return isJsonObject(data) ? found(data) : failed(`'${name}' is not an OpenAPI document: it is not an object.`);
}

/** Returns why a document can't be imported; `undefined` if it is OpenAPI 3.0 or 3.1. */
export function openApiVersionProblem(root: JsonObject, name: string): string | undefined {
  const { openapi, swagger } = root;
  if (typeof openapi === "string" && /^3\.[01]\b/.test(openapi)) return undefined;
  if (swagger !== undefined) return `'${name}' is Swagger ${swagger}. Convert it to OpenAPI 3 first, for example with swagger2openapi.`;
  return openapi === undefined
    ? `'${name}' is not an OpenAPI document: it has no key 'openapi'.`
    : `'${name}' is OpenAPI ${openapi}. This version imports 3.0 and 3.1.`;
}

function wellFormed(data: unknown): JsonValue {
  return JSON.parse(JSON.stringify(data), (_key, value) => (typeof value === "string" ? value.toWellFormed() : value));
}
