import type { LanguageModel, ModelMessage, ToolCallRepairFunction, ToolSet } from "ai";
import type * as ai7 from "ai-7";
import type { AgenticLoopOptions, AgenticLoopResult, aiSdkTools, ToolCallRepair, ToolMetadata } from "../../../src/runtime/index.js";

/** The hook is what the SDK's own type asks for. */
export const hook = (repair: ToolCallRepair): ToolCallRepairFunction<ToolSet> => repair;

/** The SDK's models and messages are what the loop takes, and its messages are what the SDK takes. */
export const options = (model: LanguageModel, messages: ModelMessage[]): Pick<AgenticLoopOptions, "model" | "messages"> => ({
  model,
  messages,
});
export const messagesOf = ({ messages }: AgenticLoopResult): ModelMessage[] => messages;

/** The same of the newer major. */
export const newerHook = (repair: ToolCallRepair): ai7.ToolCallRepairFunction<ai7.ToolSet> => repair;
export const newerOptions = (model: ai7.LanguageModel, messages: ai7.ModelMessage[]): ReturnType<typeof options> => ({ model, messages });
export const newerMessagesOf = ({ messages }: AgenticLoopResult): ai7.ModelMessage[] => messages;

/** Generated tools are a set of both majors. */
export const tools = (given: ReturnType<typeof aiSdkTools>): ToolSet & ai7.ToolSet => given;

/** A callback that knows two arguments and two answers. */
type PlainCallback = (toolCall: { readonly id: string; readonly name: string }, metadata: ToolMetadata) => Promise<boolean>;
export const callback = (onToolConfirmationRequired: PlainCallback): Pick<AgenticLoopOptions, "onToolConfirmationRequired"> => ({
  onToolConfirmationRequired,
});
