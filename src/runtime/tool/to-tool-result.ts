import type { CallResult, ContentBlock, UnfinishedCall } from "../contract/call-result.js";
import type { ContentPart } from "../contract/part.js";
import { ToolErrorType } from "../contract/tool-error-type.js";
import type { ToolResult } from "../contract/tool-result.js";
import { callResultText } from "../result/call-result-text.js";
import { describeContent } from "../result/describe-content.js";

/**
 * Converts the result of a call to what Gemini CLI's interfaces have. The model of a failed call reads what the program
 * printed, and then why it failed.
 */
export function toToolResult(result: CallResult): ToolResult {
  if (result.kind !== "done") {
    const message = callResultText(result).trim();
    const printed = result.kind === "failed" ? result.stdout.trimEnd() : "";
    const text = [printed, message].filter((part) => part !== "").join("\n");
    return { llmContent: text, returnDisplay: text, error: { message, type: errorTypeOf(result) } };
  }
  const { text, media = [], blocks, structured } = result;
  const data = structured !== undefined && { data: structured };
  if (blocks !== undefined && media.length > 0) {
    const shown = blocks.map((block) =>
      isMedia(block) ? `[${block.mimeType}, ${Buffer.byteLength(block.data, "base64")} bytes]` : describeContent(block),
    );
    return { llmContent: blocks.map(partOf), returnDisplay: `${shown.join("\n")}\n`, ...data };
  }
  const parts = media.map(({ mimeType, bytes }): ContentPart => ({ inlineData: { mimeType, data: bytes.toString("base64") } }));
  if (parts.length === 0) return { llmContent: text, returnDisplay: text, ...data };
  const shown = media.map(({ mimeType, bytes }) => `[${mimeType}, ${bytes.length} bytes]\n`).join("");
  return { llmContent: text === "" ? parts : [text, ...parts], returnDisplay: text + shown, ...data };
}

type MediaBlock = Extract<ContentBlock, { readonly data: string }>;
const isMedia = (block: ContentBlock): block is MediaBlock => block.type === "image" || block.type === "audio";

const partOf = (block: ContentBlock): string | ContentPart =>
  isMedia(block) ? { inlineData: { mimeType: block.mimeType, data: block.data } } : describeContent(block);

function errorTypeOf(result: UnfinishedCall): ToolErrorType {
  if (result.kind === "denied") return ToolErrorType.PolicyViolation;
  const isInvalid = result.kind === "refused" && result.refusal.code === "invalidArguments";
  return isInvalid ? ToolErrorType.InvalidToolParams : ToolErrorType.ExecutionFailed;
}
