import { isJsonObject, type JsonObject, type JsonValue } from "./json-value.js";

/** Returns true if every value of a schema is an object. Only then can it be MCP's structured content unchanged. */
export const isObjectSchema = ({ type, properties }: JsonObject): boolean =>
  type === "object" || (type === undefined && isJsonObject(properties));

/**
 * Returns a result as MCP's structured content, which must be an object: any other value is wrapped under `result`
 * (`output.schema`).
 */
export const toStructuredContent = (value: JsonValue, schema: JsonObject): JsonObject =>
  isObjectSchema(schema) && isJsonObject(value) ? value : { result: value };
