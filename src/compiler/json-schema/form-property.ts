import { isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import { property, typesOf, variantsAt } from "../../contract/schema-variants.js";

/**
 * Returns a parameter as the field of a form that MCP clients show (the protocol's `PrimitiveSchemaDefinition`), or
 * `undefined` if such a form can't ask for it. What a form doesn't know, such as patterns, is checked after the answer.
 */
export function formProperty(schema: JsonObject, name: string): JsonObject | undefined {
  const found = variantsAt(schema, [name]);
  const [variant, ...others] = found;
  if (variant === undefined) return undefined;
  if (others.length > 0) {
    const choice = choiceOf(found);
    return choice && { type: "string", ...ownTexts(schema, name), ...("enum" in choice ? choice : { oneOf: choice.titled }) };
  }
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
    case "array": {
      const choice = choiceOf(variantsAt(schema, [name, "[]"]));
      const items = choice && ("enum" in choice ? { type: "string", ...choice } : { anyOf: choice.titled });
      return items && { type: "array", ...texts, ...pick(variant, ["minItems", "maxItems"]), items };
    }
    default:
      return undefined;
  }
}

type Choice = { readonly enum: readonly string[] } | { readonly titled: readonly { readonly const: string; readonly title: string }[] };

/** Returns the texts to choose from, each with its title if all have one; `undefined` if it isn't a choice of texts. */
function choiceOf(found: readonly JsonObject[]): Choice | undefined {
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0 && Array.isArray(only.enum))
    return only.enum.every(isText) ? { enum: only.enum as readonly string[] } : undefined;
  const values = found.map((one) => one.const);
  if (values.length === 0 || !values.every(isText)) return undefined;
  const titled = found.flatMap(({ const: value, title }) => (isText(value) && isText(title) ? [{ const: value, title }] : []));
  return titled.length === found.length ? { titled } : { enum: values };
}

/** The texts of a parameter itself, and not of one of its choices. */
function ownTexts(schema: JsonObject, name: string): JsonObject {
  const [own] = variantsAt(schema, []).flatMap((variant) => property(variant, name));
  return isJsonObject(own) ? pick(own, ["title", "description"]) : {};
}

const isText = (value: JsonValue | undefined): value is string => typeof value === "string";

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
