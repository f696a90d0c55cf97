/** The exports of `toolgen/runtime`, for programs that embed compiled tools. */

export type { AgenticLoopEvent, RequestedCall } from "./agent/agentic-loop-event.js";
export type { AgenticLoopLimits } from "./agent/loop-limits.js";
export type { AgenticLoopOptions, AgenticLoopTools, ConfirmableCall } from "./agent/loop-options.js";
export type { AgenticLoopResult } from "./agent/loop-result.js";
export type { InputMessage, LanguageModel, ModelMessage } from "./agent/model-message.js";
export { runAgenticLoop } from "./agent/run-agentic-loop.js";
export type { AgenticLoopCall, AgenticLoopCallResult, AgenticLoopState, AgenticLoopUsage } from "./agent/state.js";
export { executeCall as callTool, executeCallAsync as callToolAsync } from "./call/execute-call.js";
export type { CallContext, PreparedCall } from "./contract/call.js";
export type { CallResult, Denial, DeniedCall, DoneCall, FailedCall, Media, RefusedCall, UnfinishedCall } from "./contract/call-result.js";
export {
  type AskUserQuestion,
  type ForcedToolDecision,
  type PolicyUpdateOptions,
  type ToolAskUserConfirmationDetails,
  type ToolAskUserConfirmationPayload,
  type ToolCallConfirmationDetails,
  ToolConfirmationOutcome,
  type ToolConfirmationPayload,
  type ToolEditConfirmationDetails,
  type ToolEditConfirmationPayload,
  type ToolExecuteConfirmationDetails,
  type ToolExitPlanModeConfirmationDetails,
  type ToolExitPlanModeConfirmationPayload,
  type ToolInfoConfirmationDetails,
  type ToolMcpConfirmationDetails,
  type ToolSandboxExpansionConfirmationDetails,
} from "./contract/confirmation.js";
export type { DecidedRisk } from "./contract/decision.js";
export type { CompiledTool, ToolDefinition, ValidationError, Validator } from "./contract/definition.js";
export type { FailureReason } from "./contract/failure-reason.js";
export type { DiffStat, FileDiff } from "./contract/file-diff.js";
export type { GuardRules } from "./contract/guard-rules.js";
export { InvalidParamsError } from "./contract/invalid-params-error.js";
export { Kind } from "./contract/kind.js";
export type { ContentPart, FunctionCall, FunctionResponse, PartListUnion, PartUnion } from "./contract/part.js";
export type { PathReason, Problem } from "./contract/problem.js";
export type { Refusal } from "./contract/refusal.js";
export type { Risk, RiskLevel } from "./contract/risk.js";
export type { NotStarted, RunOutcome, Streams } from "./contract/run-outcome.js";
export { ToolErrorType } from "./contract/tool-error-type.js";
export type { ToolMetadata, ToolRisk } from "./contract/tool-metadata.js";
export type { ToolDisplay, ToolResult, ToolResultDisplay, ToolResultError } from "./contract/tool-result.js";
export type { ConfirmationAnswer, ConfirmationRequest } from "./flow/ask-to-confirm.js";
export {
  executeFunctionCall,
  type FoundTool,
  type FunctionCallOptions,
  type ToolLookUp,
} from "./flow/execute-function-call.js";
export type { FunctionCallOutcome } from "./flow/function-call-outcome.js";
export { FetchError, type GuardedFetchOptions, type GuardedResponse, guardedFetch } from "./handler/guarded-fetch.js";
export type { Handler, HandlerContext } from "./handler/handler-context.js";
export { ToolError } from "./handler/handler-context.js";
export type { JsonObject, JsonValue } from "./json/json-value.js";
export type { ApprovalScope, CallRisk } from "./policy/call-risk.js";
export { defaultMetadata } from "./policy/metadata-of.js";
export { problemText } from "./refusal/problem-text.js";
export type { DiscoveredTool } from "./registry/command/discovered-tool.js";
export type { DiscoveredMCPTool } from "./registry/mcp/discovered-mcp-tool.js";
export type {
  ElicitationForm,
  ElicitationHandler,
  ElicitationRequest,
  ElicitationResult,
  ElicitationValue,
} from "./registry/mcp/elicitation.js";
export type { McpServerSettings } from "./registry/mcp/mcp-server-settings.js";
export {
  type AnthropicTool,
  anthropicTools,
  geminiTools,
  type OpenAiResponsesTool,
  type OpenAiTool,
  openAiResponsesTools,
  openAiTools,
} from "./registry/provider-tools.js";
export type { DiscoveryResult, RegistrationOptions, RegistryLimits, ToolRegistryOptions } from "./registry/registry-options.js";
export type { RegistryProblem } from "./registry/registry-problem.js";
export { type ProviderToolCall, type RefusedToolCall, repairToolCall, type ToolCallRepair } from "./registry/repair-tool-call.js";
export type { FoundRegisteredTool, RegisteredTool } from "./registry/tool-catalogue.js";
export { ToolRegistry } from "./registry/tool-registry.js";
export { callResultText } from "./result/call-result-text.js";
export { extractors } from "./shell-guard/filter-options.js";
export { type GuardAnswer, guardAnswer } from "./shell-guard/guard-answer.js";
export { type GuardedCommand, guardCommand } from "./shell-guard/guard-command.js";
export { BaseDeclarativeTool } from "./tool/base-declarative-tool.js";
export { BaseToolInvocation } from "./tool/base-tool-invocation.js";
export type { CheckedTool } from "./tool/checked-tool.js";
export { CommandInvocation } from "./tool/command-invocation.js";
export { contentText } from "./tool/content-text.js";
export { type AnyDeclarativeTool, DeclarativeTool, isTool, type ToolInfo } from "./tool/declarative-tool.js";
export { type DefinedTool, defineTool, type LocationRule, type ToolDeclaration } from "./tool/define-tool.js";
export type { ExecuteOptions } from "./tool/execute-options.js";
export type { FunctionDeclaration } from "./tool/function-declaration.js";
export type { HandWrittenTool } from "./tool/hand-written-tool.js";
export { type NormalizedArguments, normalizeArguments, type WithDefaults } from "./tool/normalize.js";
export type { ToolBuilder } from "./tool/tool-builder.js";
export { ToolDeniedError } from "./tool/tool-denied-error.js";
export type { ToolEnvironment } from "./tool/tool-environment.js";
export type { AnyToolInvocation, ToolInvocation } from "./tool/tool-invocation.js";
export type { ToolLocation } from "./tool/tool-location.js";
export { createValidator } from "./tool/validator.js";
