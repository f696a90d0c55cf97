import { isJsonObject, type JsonValue } from "../json/json-value.js";

/** The texts in the content of a `CallToolResult` of MCP. A link to a resource is named. */
export const contentTexts = (content: readonly JsonValue[]): readonly string[] => content.flatMap(textOf);

/**
 * The types of content of revision 2025-11-25: https://modelcontextprotocol.io/specification/2025-11-25/server/tools.
 */
const types = ["text", "image", "audio", "resource_link", "resource"];

/** Returns true if MCP knows content of this type. */
export const isContent = (content: JsonValue): boolean => isJsonObject(content) && types.includes(String(content.type));

function textOf(content: JsonValue): readonly string[] {
  if (!isJsonObject(content)) return [];
  if (content.type === "text") return stringsOf(content.text);
  if (content.type === "resource_link") return [[content.name, content.uri, content.description].filter(isString).join(" ")];
  const { resource } = content;
  if (content.type !== "resource" || !isJsonObject(resource)) return [];
  return typeof resource.text === "string" ? [resource.text] : stringsOf(resource.uri);
}

const isString = (value: JsonValue | undefined): value is string => typeof value === "string";
const stringsOf = (value: JsonValue | undefined): readonly string[] => (isString(value) ? [value] : []);
