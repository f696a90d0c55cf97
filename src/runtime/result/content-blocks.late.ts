import type { ContentBlock, EmbeddedResource, ResourceLink } from "../contract/call-result.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json-value.js";

/** Returns true for content that names or holds a resource. */
export function isResource(content: JsonValue): boolean {
  return linkOf(content) !== undefined || embeddedIn(content) !== undefined;
}

/** Reads the content of a `CallToolResult` of MCP, in order. What isn't valid content there is left out. */
export function contentBlocks(content: readonly JsonValue[]): readonly ContentBlock[] {
  return content.flatMap(blockOf);
}

function blockOf(content: JsonValue): readonly ContentBlock[] {
  if (!isJsonObject(content)) return [];
  const { type, text, data, mimeType } = content;
  if (type === "text") return typeof text === "string" ? [{ type, text }] : [];
  if (type === "image" || type === "audio")
    return typeof data === "string" && typeof mimeType === "string" ? [{ type, data, mimeType }] : [];
  const resource = embeddedIn(content);
  const link = linkOf(content);
  return resource !== undefined ? [{ type: "resource", resource }] : link !== undefined ? [link] : [];
}

function linkOf(content: JsonValue): ResourceLink | undefined {
  if (!isJsonObject(content) || content.type !== "resource_link") return undefined;
  const { type, uri, name, size } = content;
  if (typeof uri !== "string" || typeof name !== "string") return undefined;
  const texts = textsIn(content, ["title", "description", "mimeType"]);
  return { type, uri, name, ...texts, ...(Number.isInteger(size) && typeof size === "number" && { size }) };
}

function embeddedIn(content: JsonValue): EmbeddedResource | undefined {
  if (!isJsonObject(content) || content.type !== "resource" || !isJsonObject(content.resource)) return undefined;
  const { uri, text, blob } = content.resource;
  if (typeof uri !== "string") return undefined;
  const about = { uri, ...textsIn(content.resource, ["mimeType"]) };
  if (typeof text === "string") return { ...about, text };
  return typeof blob === "string" ? { ...about, blob } : undefined;
}

const textsIn = (object: JsonObject, keys: readonly string[]): { readonly [key: string]: string } =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const value = object[key];
      return typeof value === "string" ? [[key, value] as const] : [];
    }),
  );
