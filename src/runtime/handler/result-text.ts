import type { OutputFormat } from "../contract/definition.js";
import { mcpText } from "../result/mcp-text.js";

/**
 * Prints a handler's return value: bytes that are read by the rules for the tool's format. Throws if the value can't be
 * printed.
 */
export function resultText(value: unknown, format: OutputFormat): string | Uint8Array {
  switch (format) {
    case "mcp":
      return typeof value === "string" ? mcpText(value) : JSON.stringify(toolResult(value));
    case "json":
      return json(value);
    case "jsonl":
      if (!Array.isArray(value)) throw new TypeError("it must be a list, each element of which becomes a line");
      return value.map((element) => `${json(element)}\n`).join("");
    case "image":
    case "audio":
      if (!(value instanceof Uint8Array)) throw new TypeError("it must be a Buffer or Uint8Array that holds the media");
      return value;
    case "text":
    case "markdown":
      return plain(value);
  }
}

/** MCP's `CallToolResult`, which a handler may also return itself. */
function toolResult(value: unknown): unknown {
  if (hasContent(value)) return value;
  const content = [{ type: "text", text: plain(value) }];
  return value === undefined ? { content } : { content, structuredContent: value };
}

const hasContent = (value: unknown) => typeof value === "object" && value !== null && "content" in value && Array.isArray(value.content);

function plain(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : json(value, 2);
}

function json(value: unknown, indent?: number): string {
  const text: string | undefined = JSON.stringify(value, null, indent);
  if (text === undefined) throw new TypeError(`JSON has no word for ${value === undefined ? "undefined" : `a ${typeof value}`}`);
  return text;
}
