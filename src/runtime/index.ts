/** What a program that embeds compiled tools imports as `toolgen/runtime`. */

export { runAgenticLoop } from "./agent/agentic-loop.js";
export type { AgenticLoopEvent, RequestedCall } from "./agent/events.js";
export type { GivenMessage, LanguageModel, ModelMessage } from "./agent/model-message.js";
export type {
  AgenticLoopLimits,
  AgenticLoopOptions,
  AgenticLoopResult,
  AgenticLoopTools,
  ConfirmableCall,
} from "./agent/options.js";
export type { AgenticLoopCall, AgenticLoopCallResult, AgenticLoopState, AgenticLoopUsage } from "./agent/state.js";
export { callTool } from "./call/call-tool.js";
export { callToolAsync } from "./call/call-tool-async.js";
export { describeCall } from "./call/describe-call.js";
export { type CallContext, type PreparedCall, prepare } from "./call/prepare.js";
export type { Alike, CallRisk } from "./consent/call-risk.js";
export { type ConsentSubject, Consents, type SaveConsent } from "./consent/consents.js";
export { type DecidedRisk, decideRisk } from "./consent/decide-risk.js";
export { sayAlike } from "./consent/say-alike.js";
export { defaultMetadata, type ToolMetadata, type ToolRisk } from "./consent/tool-metadata.js";
export type { CompiledTool, Risk, RiskLevel, ToolDefinition, ValidationError, Validator } from "./definition.js";
export type { NotStarted, RunOutcome, Streams } from "./exec/outcome.js";
export { run } from "./exec/run.js";
export { type AsyncRunOptions, runAsync } from "./exec/run-async.js";
export type { ConfirmationAnswer, ConfirmationRequest } from "./flow/confirm.js";
export {
  deniedByUser,
  executeFunctionCall,
  type FoundTool,
  type FunctionCallOptions,
  type ToolLookUp,
} from "./flow/execute-function-call.js";
export type { FunctionCallOutcome } from "./flow/outcome.js";
export { FetchError, type GuardedFetchOptions, type GuardedResponse, guardedFetch } from "./handler/guarded-fetch.js";
export type { Handler, HandlerContext } from "./handler/handler-context.js";
export { ToolError } from "./handler/tool-error.js";
export type { JsonObject, JsonValue } from "./json.js";
export { shape } from "./output/shape.js";
export type { ToolOutcome } from "./output/tool-outcome.js";
export { type Refusal, renderRefusal } from "./refusal.js";
export type { DiscoveredTool } from "./registry/command/discovered-tool.js";
export type { DiscoveredMCPTool } from "./registry/mcp/discovered-mcp-tool.js";
export type { McpServerSettings } from "./registry/mcp/mcp-server-settings.js";
export type { RegistryProblem } from "./registry/problem.js";
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
export { type ProviderToolCall, type RefusedToolCall, repairToolCall, type ToolCallRepair } from "./registry/repair-tool-call.js";
export type { FoundRegisteredTool, RegisteredTool } from "./registry/tool-catalogue.js";
export { ToolRegistry } from "./registry/tool-registry.js";
export { type RepairableTool, type Repaired, type RepairRules, repair } from "./repair/repair.js";
export { extractors } from "./shell-guard/filter-options.js";
export { type GuardAnswer, guardAnswer } from "./shell-guard/guard-answer.js";
export { type GuardedCommand, guardCommand } from "./shell-guard/guard-command.js";
export type { GuardRules } from "./shell-guard/guard-rules.js";
export { BaseDeclarativeTool, type CheckedTool } from "./tool/base-declarative-tool.js";
export { BaseToolInvocation } from "./tool/base-tool-invocation.js";
export { CommandInvocation } from "./tool/command-invocation.js";
export {
  type ForcedToolDecision,
  type PolicyUpdateOptions,
  type Question,
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
} from "./tool/confirmation.js";
export { type AnyDeclarativeTool, DeclarativeTool, isTool, type ToolInfo } from "./tool/declarative-tool.js";
export { type DefinedTool, defineTool, type LocationRule, type ToolDeclaration } from "./tool/define-tool.js";
export type { ExecuteOptions } from "./tool/execute-options.js";
export { type DiffStat, type FileDiff, isFileDiff } from "./tool/file-diff.js";
export type { FunctionDeclaration } from "./tool/function-declaration.js";
export type { HandWrittenTool } from "./tool/hand-written-tool.js";
export { hasCycleInSchema } from "./tool/has-cycle-in-schema.js";
export { InvalidParamsError } from "./tool/invalid-params-error.js";
export { Kind } from "./tool/kind.js";
export { type Normalized, normalize, type WithDefaults } from "./tool/normalize.js";
export { type FunctionCall, type FunctionResponse, type Part, type PartListUnion, type PartUnion, textOf } from "./tool/part.js";
export type { Surroundings } from "./tool/surroundings.js";
export type { ToolBuilder } from "./tool/tool-builder.js";
export { ToolDeniedError } from "./tool/tool-denied-error.js";
export { ToolErrorType } from "./tool/tool-error-type.js";
export type { AnyToolInvocation, ToolInvocation } from "./tool/tool-invocation.js";
export type { ToolLocation } from "./tool/tool-location.js";
export type { ToolDisplay, ToolResult, ToolResultDisplay, ToolResultError } from "./tool/tool-result.js";
export { createValidator } from "./tool/validator.js";
