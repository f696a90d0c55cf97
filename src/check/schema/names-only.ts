import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { isJsonObject, type JsonObject } from "../../runtime/json/json-value.js";
import { nodeAt, toValue } from "../../source/tree.js";
import type { ToolContext } from "../context.js";
import { schemaNames } from "../language/suggest-key.js";

const anything: JsonObject = { $ref: "#/$defs/anything" };

/** A schema that knows no more than the names of the parameters of another, which is wrong: anything may be inside of each. */
export function namesOnly(schema: JsonObject): JsonObject {
  const names = Object.keys(isJsonObject(schema.properties) ? schema.properties : {});
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, anything])),
    additionalProperties: names.length > 0 ? false : anything,
    $defs: { anything: { additionalProperties: anything, items: anything } },
  };
}

/** The schema of a tool that stands under the name that another language has for it. */
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
