import type { LanguageModel, ModelMessage } from "ai";
import type { AgenticLoopOptions, AgenticLoopResult, ToolMetadata } from "../../../src/runtime/index.js";

/** The SDK's models and messages are what the loop takes, and its messages are what the SDK takes. */
export const options = (model: LanguageModel, messages: ModelMessage[]): Pick<AgenticLoopOptions, "model" | "messages"> => ({
  model,
  messages,
});
export const messagesOf = ({ messages }: AgenticLoopResult): ModelMessage[] => messages;

/** A callback that knows two arguments and two answers. */
type PlainCallback = (toolCall: { readonly id: string; readonly name: string }, metadata: ToolMetadata) => Promise<boolean>;
export const callback = (onToolConfirmationRequired: PlainCallback): Pick<AgenticLoopOptions, "onToolConfirmationRequired"> => ({
  onToolConfirmationRequired,
});
