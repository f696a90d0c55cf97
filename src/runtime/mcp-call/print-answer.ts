import type { OutputFormat } from "../contract/definition.js";
import { formatValue } from "../json/format-value.late.js";
import type { JsonValue } from "../json/json-value.js";
import { contentTexts, isContent } from "../result/content-texts.js";

/** A server's answer to `tools/call`. */
export interface McpAnswer {
  readonly content: readonly JsonValue[];
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
}

export type PrintedAnswer = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly advice: string };

/** Content may be missing where there is structured content. */
export const isAnswer = (value: unknown): value is Partial<McpAnswer> => {
  if (typeof value !== "object" || value === null) return false;
  const { content, structuredContent } = value as Partial<McpAnswer>;
  return Array.isArray(content) || (content === undefined && structuredContent !== undefined);
};

/**
 * Prints an answer in the format of a tool's output: `mcp` is all of it, and the others are its structured content or
 * its texts, without images. An answer with `isError` is then a failure with these texts; `mcp` says so itself. Content
 * of another form than MCP's is
 * a failure: what it says would be lost.
 */
export function printAnswer({ content = [], structuredContent, isError }: Partial<McpAnswer>, format: OutputFormat): PrintedAnswer {
  const foreign = content.find((one) => !isContent(one));
  if (foreign !== undefined) return { ok: false, advice: `The server's answer has content that MCP doesn't know: ${formatValue(foreign)}` };
  const data = structuredContent === undefined ? undefined : JSON.stringify(structuredContent);
  if (format === "mcp") return { ok: true, text: JSON.stringify({ content, structuredContent, isError }) };
  const text = contentTexts(content).join("\n");
  if (isError === true) return { ok: false, advice: text === "" ? "The tool failed and did not say why." : text };
  const isData = format === "json" || format === "jsonl";
  return { ok: true, text: isData ? (data ?? text) : text === "" ? (data ?? "") : text };
}
