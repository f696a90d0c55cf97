import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { isJsonObject, type JsonObject } from "../../runtime/json/json-value.js";
import { nodeAt, toValue } from "../../source/spec-node.js";
import type { ToolContext } from "../context.js";
import { schemaNames } from "../language/suggest-key.js";

const anything: JsonObject = { $ref: "#/$defs/anything" };

/** Returns a schema with only the parameters' names of another one, which is wrong: each may have any value. */
export function namesOnly(schema: JsonObject): JsonObject {
  const names = Object.keys(isJsonObject(schema.properties) ? schema.properties : {});
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, anything])),
    additionalProperties: names.length > 0 ? false : anything,
    $defs: { anything: { additionalProperties: anything, items: anything } },
  };
}

/** Returns the schema of a tool under the key of another format. */
export function schemaByOtherName({ document, has }: ToolContext): JsonObject | undefined {
  if (has("schema")) return undefined;
  const [other] = schemaNames.flatMap((key) => nodeAt(document.root, [key]) ?? []);
  const value = other === undefined ? undefined : toValue(other);
  return isJsonObject(value) ? value : other && {};
}

const typed = [
  "untyped-placeholder",
  "not-text",
  "not-a-list",
  "not-a-string",
  "path-into-scalar",
  "unknown-literal",
  "boolean-alone",
  "option-name",
  "evaluated-argument",
  "unguarded-dash",
  "unused-parameter",
];

/** Returns true if a finding depends on the types of parameters, and not only on their names. */
export const needsTypes = ({ code }: Diagnostic): boolean => typed.includes(code);
