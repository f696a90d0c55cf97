import type { BlockNotes, ContentBlock, EmbeddedResource, Exited, Media, ResourceLink } from "../../contract/call-result.js";
import type { ExitMeaning, ToolDefinition, Validator } from "../../contract/definition.js";
import { printExactly } from "../../contract/exact-json.late.js";
import { toStructuredContent } from "../../contract/json-schema.js";
import { isArray, isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import { contentTexts, isBlankBytes, isContent, line, output, type Report, type ResultPart } from "../report.js";
import { failedReport, otherAnswer, unreadableResult } from "./failed-report.late.js";
import { declaredPart, isRemote, readValue } from "./json-result.late.js";
import { isTextImage, mediaProblem } from "./media-result.late.js";

interface Promised {
  readonly tool: ToolDefinition;
  readonly meaning: ExitMeaning | undefined;
  readonly validateOutput: Validator | undefined;
}

/**
 * Returns the result of a tool that prints a `CallToolResult` of MCP: its texts, its media, and its structured content,
 * to which `output.select` and `output.schema` apply here. `isError` makes it a failure.
 */
export function mcpResult(outcome: Exited, { tool, meaning, validateOutput }: Promised): Report {
  if (outcome.isText) return { kind: "done", text: textParts(outcome.stdout, tool) };
  if (isBlankBytes(outcome.stdout) && meaning !== undefined) return { kind: "done", text: [line(meaning.text)] };
  const read = readValue(outcome.stdout);
  if (!read.ok) return unreadableResult(outcome, tool, read.problem);
  const given = isJsonObject(read.value) ? read.value.content : undefined;
  if (!isJsonObject(read.value) || !isArray(given)) return unreadableResult(outcome, tool, "its output has no `content`, a list");
  const { isError, structuredContent } = read.value;
  const content = given.map(showableContent);
  const text = Buffer.from(contentTexts(content).join("\n"));
  if (isError === true) return failedReport({ stdout: Buffer.alloc(0), stderr: text }, tool, { code: "reported" });
  const data = structuredContent === undefined ? undefined : declaredPart(structuredContent, { tool, validateOutput });
  if (data?.ok === false)
    return isRemote(tool)
      ? { kind: "done", text: otherAnswer({ ...outcome, stdout: text }, tool, data.problem) }
      : unreadableResult(outcome, tool, data.problem);
  const media = content.flatMap(mediaOf);
  const shown = text.length > 0 || data === undefined ? text : Buffer.from(printExactly(data.value, 2));
  return {
    kind: "done",
    text: shown.length === 0 && media.length > 0 ? [] : textParts(shown, tool),
    ...(media.length > 0 && { media }),
    ...(content.length > 0 && !(content.length === 1 && content.every(isPlainText)) && { blocks: contentBlocks(content) }),
    ...(data !== undefined && { structured: structuredOf(data.data, tool) }),
  };
}

/** A text of the result; a model gets a line if it is empty. */
function textParts(text: Buffer, tool: ToolDefinition): readonly ResultPart[] {
  if (text.length > 0) return [output("stdout", text, tool.output)];
  return tool.output.verbatim ? [] : [line("(no output)")];
}

/** Data without a schema stays what it is. */
const structuredOf = (value: JsonValue, { output: { schema } }: ToolDefinition): JsonObject =>
  schema === undefined && isJsonObject(value) ? value : toStructuredContent(value, schema ?? {});

function mediaOf(content: JsonValue): readonly Media[] {
  if (!isJsonObject(content) || (content.type !== "image" && content.type !== "audio")) return [];
  const { type: kind, mimeType, data }: JsonObject = content;
  if (typeof data !== "string" || typeof mimeType !== "string") return [];
  return [{ kind: kind === "image" ? "image" : "audio", mimeType, bytes: Buffer.from(data, "base64") }];
}

/**
 * Returns content as it can be shown: that of a type which MCP doesn't know as JSON, an SVG image as text, and in place
 * of an image or a sound that isn't what it says, why not.
 */
export function showableContent(content: JsonValue): JsonValue {
  if (!isContent(content)) return { type: "text", text: printExactly(content, 2) };
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
