import type { ToolModel } from "../../model/tool.js";
import { isJsonObject, type JsonObject } from "../../runtime/json/json-value.js";

/** The schema of a tool's arguments for MCP clients, which names its language if the spec does. */
export const mcpSchema = ({ schema, dialect, definition: { elicit } }: ToolModel): JsonObject => ({
  ...(dialect !== undefined && { $schema: dialect }),
  ...(elicit === undefined ? schema : withoutElicited(schema, Object.keys(elicit))),
});

/** A model that had to give these would make them up. */
function withoutElicited(schema: JsonObject, names: readonly string[]): JsonObject {
  const { required, properties, ...rest } = schema;
  const stillRequired = Array.isArray(required) ? required.filter((name) => typeof name !== "string" || !names.includes(name)) : [];
  const described = Object.entries(isJsonObject(properties) ? properties : {}).map(([name, property]) =>
    names.includes(name) && isJsonObject(property) ? [name, mayBeLeftOut(property)] : [name, property],
  );
  return { ...rest, properties: Object.fromEntries(described), ...(stillRequired.length > 0 && { required: stillRequired }) };
}

function mayBeLeftOut(property: JsonObject): JsonObject {
  const hint = "Leave it out to have the user asked.";
  return { ...property, description: typeof property.description === "string" ? `${property.description} ${hint}` : hint };
}
