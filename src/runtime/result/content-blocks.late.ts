import type { BlockNotes, ContentBlock, EmbeddedResource, ResourceLink } from "../contract/call-result.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json-value.js";
import { isArray } from "../json/selector.js";
import { isContent } from "./content-texts.js";
import { isTextImage, mediaProblem } from "./media-problem.late.js";

/**
 * Returns content as it can be shown: that of a type which MCP doesn't know as JSON, an SVG image as text, and in place
 * of an image or a sound that isn't what it says, why not.
 */
export function showableContent(content: JsonValue): JsonValue {
  if (!isContent(content)) return { type: "text", text: JSON.stringify(content, null, 2) };
  if (!isJsonObject(content) || (content.type !== "image" && content.type !== "audio")) return content;
  const { type, data, mimeType, ...notes } = content;
  if (typeof data !== "string" || typeof mimeType !== "string") return content;
  const [, urlType, base64 = data] = /^data:([^,;]*)(?:;[^,;]*)*;base64,(.*)$/is.exec(data) ?? [];
  const ofType = urlType || mimeType;
  const bytes = bytesOf(base64);
  const problem = bytes === undefined ? "its data isn't Base64" : isTextImage(ofType) ? undefined : mediaProblem(bytes, ofType);
  if (bytes === undefined || problem !== undefined)
    return { ...notes, type: "text", text: `[${type === "image" ? "An image" : "A sound"} is left out: ${problem}.]` };
  if (isTextImage(ofType)) return { ...notes, type: "text", text: bytes.toString() };
  return { ...notes, type, data: bytes.toString("base64"), mimeType: ofType };
}

/** Node decodes anything; here, white space and the alphabet of URLs are all that may differ. */
function bytesOf(base64: string): Buffer | undefined {
  const text = base64.replace(/\s+/g, "");
  const padding = text.indexOf("=");
  const length = padding === -1 ? text.length : padding;
  return /^[\w+/-]*={0,2}$/.test(text) && length % 4 !== 1 ? Buffer.from(text, "base64") : undefined;
}

/** Returns true for a text without anything else that a client could show. */
export function isPlainText(content: JsonValue): boolean {
  return isJsonObject(content) && content.type === "text" && Object.keys(content).length === 2;
}

/** Reads the content of a `CallToolResult` of MCP, in order. What isn't valid content there is left out. */
export function contentBlocks(content: readonly JsonValue[]): readonly ContentBlock[] {
  return content.flatMap(blockOf);
}

function blockOf(content: JsonValue): readonly ContentBlock[] {
  if (!isJsonObject(content)) return [];
  const { type, text, data, mimeType } = content;
  const notes = notesOf(content);
  if (type === "text") return typeof text === "string" ? [{ type, text, ...notes }] : [];
  if (type === "image" || type === "audio")
    return typeof data === "string" && typeof mimeType === "string" ? [{ type, data, mimeType, ...notes }] : [];
  const resource = embeddedIn(content);
  const link = linkOf(content);
  return resource !== undefined ? [{ type: "resource", resource, ...notes }] : link !== undefined ? [{ ...link, ...notes }] : [];
}

function notesOf({ annotations, _meta }: JsonObject): BlockNotes {
  return {
    ...(isJsonObject(annotations) && isAnnotations(annotations) && { annotations }),
    ...(isJsonObject(_meta) && { _meta }),
  };
}

/** Clients refuse a whole result for annotations of another form. */
function isAnnotations({ audience, priority, lastModified }: JsonObject): boolean {
  if (audience !== undefined && !(isArray(audience) && audience.every((one) => one === "user" || one === "assistant"))) return false;
  if (priority !== undefined && !(typeof priority === "number" && priority >= 0 && priority <= 1)) return false;
  return lastModified === undefined || typeof lastModified === "string";
}

function linkOf(content: JsonObject): ResourceLink | undefined {
  if (content.type !== "resource_link") return undefined;
  const { type, uri, name, size } = content;
  if (typeof uri !== "string" || typeof name !== "string") return undefined;
  const texts = textsIn(content, ["title", "description", "mimeType"]);
  return { type, uri, name, ...texts, ...(Number.isInteger(size) && typeof size === "number" && { size }) };
}

function embeddedIn(content: JsonObject): EmbeddedResource | undefined {
  if (content.type !== "resource" || !isJsonObject(content.resource)) return undefined;
  const { uri, text, blob, _meta } = content.resource;
  if (typeof uri !== "string") return undefined;
  const about = { uri, ...textsIn(content.resource, ["mimeType"]), ...(isJsonObject(_meta) && { _meta }) };
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
