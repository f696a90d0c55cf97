import type { OutputFormat } from "../contract/definition.js";
import type { JsonValue } from "../json/json-value.js";
import { contentTexts, isContent } from "../result/content-texts.js";

/** A server's answer to `tools/call`. */
export interface McpAnswer {
  readonly content: readonly JsonValue[];
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
}

export type PrintedAnswer = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly advice: string };

/** Content may be missing: a server that has nothing to say has done what it was asked. */
export const isAnswer = (value: unknown): value is Partial<McpAnswer> => {
  if (typeof value !== "object" || value === null) return false;
  const { content } = value as Partial<McpAnswer>;
  return Array.isArray(content) || content === undefined;
};

/**
 * Prints an answer in the format of a tool's output: `mcp` is all of it, and the others are its structured content or
 * its texts, without images. An answer with `isError` is then a failure with these texts; `mcp` says so itself. Content
 * of another form than MCP's becomes a text, so that nothing that it says is lost.
 */
export function printAnswer(answer: Partial<McpAnswer>, format: OutputFormat): PrintedAnswer {
  const { structuredContent, isError } = answer;
  const content = contentOf(answer).map((one) => (isContent(one) ? one : { type: "text", text: JSON.stringify(one, null, 2) }));
  const data = structuredContent === undefined ? undefined : JSON.stringify(structuredContent);
  if (format === "mcp") return { ok: true, text: JSON.stringify({ content, structuredContent, isError }) };
  const text = contentTexts(content).join("\n");
  if (isError === true) return { ok: false, advice: text === "" ? "The tool failed and did not say why." : text };
  const isData = format === "json" || format === "jsonl";
  return { ok: true, text: isData ? (data ?? text) : text === "" ? (data ?? "") : text };
}

/** An answer without content may have keys of another form, such as that of the first revision. */
function contentOf({ content, structuredContent, isError: _isError, ...others }: Partial<McpAnswer>): readonly JsonValue[] {
  if (content !== undefined) return content;
  const foreign = Object.entries(others).filter(([key]) => key !== "_meta" && key !== "resultType");
  return structuredContent === undefined && foreign.length > 0 ? [Object.fromEntries(foreign) as JsonValue] : [];
}
