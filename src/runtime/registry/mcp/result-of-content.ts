import type { ContentPart } from "../../contract/part.js";
import { ToolErrorType } from "../../contract/tool-error-type.js";
import type { ToolResult } from "../../contract/tool-result.js";
import { isJsonObject, type JsonValue } from "../../json/json-value.js";
import { contentText } from "../../tool/content-text.js";
import { failedResult } from "../../tool/failed-result.js";

/**
 * Converts a server's response to `tools/call` to a result: texts unchanged, images and sounds as data, links and
 * embedded content in words. Structured content replaces missing content. `isError` makes it a failure.
 */
export function resultOfContent(answer: unknown, toolName: string): ToolResult {
  const { content, structuredContent, isError } = Object(answer) as Readonly<Record<string, unknown>>;
  const contentParts = Array.isArray(content) ? content.flatMap(partsOf) : [];
  const parts = contentParts.length === 0 && structuredContent !== undefined ? [{ text: JSON.stringify(structuredContent) }] : contentParts;
  const shown = parts.map((part) => part.text ?? `[${part.inlineData?.mimeType ?? "data"}]`).join("\n");
  if (isError === true)
    return { ...failedResult(shown === "" ? `${toolName} failed and did not say why.` : shown, ToolErrorType.McpToolError) };
  const onlyText = parts.every((part) => part.text !== undefined);
  return { llmContent: onlyText ? contentText(parts) : parts, returnDisplay: shown };
}

function partsOf(block: unknown): readonly ContentPart[] {
  if (!isJsonObject(block as JsonValue)) return [];
  const { type, text, data, mimeType, uri, name, title, description, resource } = block as Readonly<Record<string, unknown>>;
  if (type === "text" && typeof text === "string") return [{ text }];
  if ((type === "image" || type === "audio") && typeof data === "string") {
    return [{ inlineData: { mimeType: typeof mimeType === "string" ? mimeType : "application/octet-stream", data } }];
  }
  if (type === "resource_link") return [{ text: link({ uri, name: title ?? name, description }) }];
  if (type === "resource") return embedded(Object(resource));
  return [{ text: JSON.stringify(block) }];
}

function link({ uri, name, description }: Readonly<Record<string, unknown>>): string {
  const words = [
    typeof name === "string" ? name : "",
    typeof uri === "string" ? `<${uri}>` : "",
    typeof description === "string" ? description : "",
  ];
  return `Resource: ${words.filter((word) => word !== "").join(" ")}`;
}

function embedded({ uri, text, blob, mimeType }: Readonly<Record<string, unknown>>): readonly ContentPart[] {
  if (typeof text === "string") return [{ text }];
  const type = typeof mimeType === "string" ? mimeType : "application/octet-stream";
  if (typeof blob !== "string") return [{ text: link({ uri }) }];
  if (/^(?:image|audio|video)\/|^application\/pdf$/.test(type)) return [{ inlineData: { mimeType: type, data: blob } }];
  return [{ text: `${link({ uri })}, ${Math.floor((blob.length * 3) / 4)} bytes of ${type}` }];
}
