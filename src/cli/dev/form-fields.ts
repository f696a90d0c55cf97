import { printable } from "../../diagnostics/printable.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import type { FormField } from "./page-messages.js";

/** Returns a field for each parameter of a schema. */
export function formFields({ properties, required }: JsonObject): readonly FormField[] {
  const names = Array.isArray(required) ? required : [];
  return Object.entries(isJsonObject(properties) ? properties : {}).map(([name, given]) => {
    const schema = isJsonObject(given) ? given : {};
    const choices = choicesOf(schema)?.map((choice) => JSON.stringify(choice));
    return {
      name,
      label: `${printable(name)}${names.includes(name) ? " (required)" : ""}`,
      isText: schema.type === "string" && choices === undefined,
      ...(choices && { choices: choices.map((value) => ({ value, label: printable(value) })) }),
    };
  });
}

function choicesOf(schema: JsonObject): readonly JsonValue[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum;
  return schema.type === "boolean" ? [true, false] : undefined;
}
