import type { FunctionCallOutcome } from "../flow/function-call-outcome.js";
import type { LanguageModel, ModelMessage, ToolCallPart, ToolResultPart, UserMessage } from "./model-message.js";
import type { AgenticLoopCall, AgenticLoopCallResult } from "./state.js";

type Medium = AgenticLoopCallResult["media"][number];

/** The image types that every provider with image support accepts. */
const image = /^image\/(?:png|jpeg|gif|webp)$/;

/** Providers that accept images in tool results. Others would send them as base64 text, or not at all. */
const takesMedia = /^(?:anthropic|google|vertex|amazon-bedrock|bedrock|openai\.responses|azure\.responses)/;

/** Returns the part of an outcome that goes to the model. */
export function toolCallResult({ status, functionResponse, otherParts }: FunctionCallOutcome): AgenticLoopCallResult {
  const text = functionResponse.response?.error ?? functionResponse.response?.output;
  const media = otherParts.flatMap(({ inlineData }) => (inlineData === undefined ? [] : [inlineData]));
  const files = otherParts.flatMap(({ fileData }) => (fileData === undefined ? [] : [fileData.fileUri]));
  const parts = [typeof text === "string" ? text : JSON.stringify(text ?? ""), ...files].filter((line) => line !== "");
  return { status, text: parts.join("\n"), media };
}

/** Returns the calls in the last message of a conversation that the loop must execute, in order. */
export function callsIn(message: ModelMessage | undefined): readonly ToolCallPart[] {
  if (message?.role !== "assistant" || typeof message.content === "string") return [];
  return message.content.flatMap((part) => (part.type === "tool-call" && part.providerExecuted !== true ? [part] : []));
}

/**
 * Converts the results of calls to messages: one of tools, and one with images after it for models that accept none
 * there.
 */
export function toolMessages(
  calls: readonly AgenticLoopCall[],
  { asked, model, missing }: { readonly asked: ModelMessage | undefined; readonly model: LanguageModel; readonly missing: string },
): readonly ModelMessage[] {
  if (calls.length === 0) return [];
  const inside = typeof model !== "string" && takesMedia.test(model.provider);
  const later: Exclude<UserMessage["content"], string> = [];
  const content = callsIn(asked).map(({ toolCallId, toolName }, index): ToolResultPart => {
    const result = calls[index]?.result ?? { status: "cancelled", text: missing, media: [] };
    const shown = result.media.filter(({ mimeType }) => image.test(mimeType) || (inside && mimeType === "application/pdf"));
    const hidden = result.media.filter((medium) => !shown.includes(medium));
    const text = [result.text, ...hidden.map(lineOf)].filter((line) => line !== "").join("\n");
    if (!inside && shown.length > 0) {
      later.push({ type: "text", text: `What ${toolName} (${toolCallId}) has shown:` });
      later.push(...shown.map(({ mimeType, data }) => ({ type: "image" as const, image: data, mediaType: mimeType })));
    }
    return { type: "tool-result", toolCallId, toolName, output: outputOf({ ...result, text }, inside ? shown : []) };
  });
  return [{ role: "tool", content }, ...(later.length === 0 ? [] : [{ role: "user" as const, content: later }])];
}

function outputOf({ status, text }: AgenticLoopCallResult, media: readonly Medium[]): ToolResultPart["output"] {
  if (media.length === 0) return { type: status === "success" ? "text" : "error-text", value: text };
  const parts = media.map(({ mimeType, data }) => ({
    type: image.test(mimeType) ? ("image-data" as const) : ("file-data" as const),
    mediaType: mimeType,
    data,
  }));
  return { type: "content", value: [...(text === "" ? [] : [{ type: "text" as const, text }]), ...parts] };
}

const lineOf = ({ mimeType, data }: Medium) => `[${mimeType}, ${Buffer.byteLength(data, "base64")} bytes, which can't be shown here]`;
