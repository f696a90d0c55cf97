import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import type { ElicitationForm, ElicitationValue } from "../../runtime/registry/mcp/elicitation.js";
import { type FieldChoice, type FieldLimits, type FieldRules, fieldMistake } from "./field-mistake.js";

/** A field of the form that an MCP server sends. Its texts are the server's, and not safe for a terminal. */
export interface ElicitationField extends FieldRules {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** True if it can't be left out. */
  readonly isRequired: boolean;
  /** The server's suggestion, if the field allows it. */
  readonly suggested: ElicitationValue | undefined;
}

/** Returns the fields of a form in their order. */
export function elicitationFields({ properties, required = [] }: ElicitationForm): readonly ElicitationField[] {
  return Object.entries(properties).map(([name, schema]) => {
    const items = isJsonObject(schema.items) ? schema.items : {};
    const isList = schema.type === "array";
    const choices = choicesOf(isList ? items : schema);
    const type = isList ? "choices" : choices.length > 0 ? "choice" : typeOf(schema.type);
    const { title, description, default: suggested } = schema;
    const field = {
      name,
      title: typeof title === "string" ? title : name,
      description: typeof description === "string" ? description : "",
      isRequired: required.includes(name),
      type,
      choices,
      limits: limitsOf(type, schema),
    };
    if (suggested === undefined) return { ...field, suggested };
    if (isValue(suggested) && fieldMistake(field, suggested) === undefined) return { ...field, suggested };
    // An answer without the field would get the default that the user hasn't seen.
    return { ...field, suggested: undefined, isRequired: true };
  });
}

function typeOf(type: JsonValue | undefined): ElicitationField["type"] {
  if (type === "boolean") return "yes or no";
  return type === "number" || type === "integer" ? type : "text";
}

function choicesOf({ enum: values, enumNames, oneOf, anyOf }: JsonObject): readonly FieldChoice[] {
  const titled = oneOf ?? anyOf;
  if (Array.isArray(titled)) return titled.filter(isJsonObject).map(({ const: value, title }) => choice(value, title));
  const names = Array.isArray(enumNames) ? enumNames : [];
  return Array.isArray(values) ? values.map((value, i) => choice(value, names[i])) : [];
}

const choice = (value: JsonValue | undefined, title: JsonValue | undefined): FieldChoice => ({
  value: String(value),
  title: typeof title === "string" ? title : String(value),
});

function limitsOf(type: ElicitationField["type"], schema: JsonObject): FieldLimits {
  const [least, most] =
    type === "text"
      ? [schema.minLength, schema.maxLength]
      : type === "choices"
        ? [schema.minItems, schema.maxItems]
        : [schema.minimum, schema.maximum];
  return { least: typeof least === "number" ? least : undefined, most: typeof most === "number" ? most : undefined };
}

const isValue = (value: JsonValue | undefined): value is ElicitationValue =>
  ["string", "number", "boolean"].includes(typeof value) || (Array.isArray(value) && value.every((one) => typeof one === "string"));
