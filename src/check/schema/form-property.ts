import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { typesOf, variantsAt } from "./types.js";

/**
 * Returns a parameter as the field of a form that MCP clients show (the protocol's `PrimitiveSchemaDefinition`), or
 * `undefined` if such a form can't ask for it. What a form doesn't know, such as patterns, is checked after the answer.
 */
export function formProperty(schema: JsonObject, name: string): JsonObject | undefined {
  const [variant, ...others] = variantsAt(schema, [name]);
  if (variant === undefined || others.length > 0) return undefined;
  const texts = pick(variant, ["title", "description"]);
  const values = variant.const === undefined ? variant.enum : [variant.const];
  if (Array.isArray(values)) return values.every(isText) ? { type: "string", ...texts, enum: values } : undefined;
  const types = typesOf(variant).filter((type) => type !== "null");
  switch (types.filter((type) => type !== "integer" || !types.includes("number")).join(" ")) {
    case "string":
      return { type: "string", ...texts, ...pick(variant, ["minLength", "maxLength"]), ...formatOf(variant) };
    case "boolean":
      return { type: "boolean", ...texts };
    case "integer":
      return { type: "integer", ...texts, ...pick(variant, ["minimum", "maximum"]) };
    case "number":
      return { type: "number", ...texts, ...pick(variant, ["minimum", "maximum"]) };
    default:
      return undefined;
  }
}

const isText = (value: JsonValue) => typeof value === "string";

const pick = (schema: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(keys.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]]])));

/** The formats that a form can have. Others would make a client refuse it. */
const formats: readonly JsonValue[] = ["email", "uri", "date", "date-time"];

const formatOf = ({ format }: JsonObject): JsonObject => (format !== undefined && formats.includes(format) ? { format } : {});

/** Returns true if a call without the parameter is refused: the schema requires it, and has no default for it. */
export function isRequired(schema: JsonObject, name: string): boolean {
  const { required, properties } = schema;
  const own = isJsonObject(properties) && Object.hasOwn(properties, name);
  return own && Array.isArray(required) && required.includes(name) && variantsAt(schema, [name]).every((one) => one.default === undefined);
}
