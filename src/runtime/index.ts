/** The exports of `toolgen/runtime`, for programs that embed compiled tools. */

export type {
  AgenticLoopEvent,
  AgenticLoopLimits,
  AgenticLoopOptions,
  AgenticLoopResult,
  AgenticLoopTools,
  ConfirmableCall,
  RequestedCall,
} from "../agent/agentic-loop.js";
export type { ConfirmationAnswer, ConfirmationRequest } from "../agent/ask-to-confirm.js";
export type { DiscoveredMCPTool } from "../agent/discovered-mcp-tool.js";
export { runAgenticLoop } from "../agent/loop/run-agentic-loop.js";
export type {
  AgenticLoopCall,
  AgenticLoopCallResult,
  AgenticLoopState,
  AgenticLoopUsage,
  InputMessage,
  LanguageModel,
  ModelMessage,
} from "../agent/loop-state.js";
export type { McpServerSettings } from "../agent/mcp-connection.js";
export { DiscoveredTool } from "../agent/registry/discovered-tool.js";
export {
  type AiSdkTool,
  aiSdkTools,
  type FrameworkToolOptions,
  type FrameworkToolOutput,
  type FrameworkTools,
  type LangChainCall,
  langChainTools,
  type MastraTool,
  mastraTools,
  type OpenAiAgentsTool,
  openAiAgentsTools,
} from "../agent/registry/framework-tools.js";
export {
  type AnthropicTool,
  anthropicTools,
  type GeminiTool,
  geminiTools,
  type ObjectSchema,
  type OpenAiResponsesTool,
  type OpenAiTool,
  openAiResponsesTools,
  openAiTools,
  type ProviderToolCall,
  type RefusedToolCall,
  repairToolCall,
  type ToolCallRepair,
} from "../agent/registry/provider-tools.js";
export type {
  DiscoveryResult,
  FoundRegisteredTool,
  RefreshResult,
  RegisteredTool,
  RegistrationOptions,
  RegistryLimits,
  RegistryProblem,
  ToolRegistryOptions,
} from "../agent/registry/tool-catalogue.js";
export { ToolRegistry } from "../agent/registry/tool-registry.js";
export type { HandWrittenTool } from "../agent/tool/base-declarative-tool.js";
export {
  BaseDeclarativeTool,
  type NormalizedArguments,
  normalizeArguments,
  type WithDefaults,
} from "../agent/tool/base-declarative-tool.js";
export { BaseToolInvocation, ToolDeniedError } from "../agent/tool/base-tool-invocation.js";
export { checkEnvironment } from "../agent/tool/check-options.js";
export { CommandInvocation } from "../agent/tool/command-invocation.js";
export type { CheckedTool, ToolBuilder } from "../agent/tool/declarative-tool.js";
export { type AnyDeclarativeTool, DeclarativeTool, isTool, type ToolInfo } from "../agent/tool/declarative-tool.js";
export { type DefinedTool, defineTool, type LocationRule, type ToolDeclaration } from "../agent/tool/define-tool.js";
export {
  executeFunctionCall,
  type FoundTool,
  type FunctionCallOptions,
  type RequestedFunctionCall,
  type ToolLookUp,
} from "../agent/tool/execute-function-call.js";
export { CallbackWarning } from "../agent/tool/host-callback.js";
export type { GeneratedToolClass, ToolClasses } from "../agent/tool/tool-classes.js";
export type { AnyToolInvocation, ExecuteOptions, ToolEnvironment, ToolInvocation, ToolLocation } from "../agent/tool/tool-invocation.js";
export {
  type ToolSchema,
  type ToolSchemaIssue,
  type ToolSchemaResult,
  type ToolSchemaTarget,
  toolSchema,
} from "../agent/tool/tool-schema.js";
export type { FunctionCallOutcome } from "../agent/tool-result.js";
export { createValidator } from "../agent/validator.js";
export type { ApprovalScope, CallRisk } from "../call/approvals.js";
export { defaultMetadata } from "../call/decide-tool.js";
export { executeCall as callTool, executeCallAsync as callToolAsync } from "../call/execute-call.js";
export { extractors } from "../call/filter-options.js";
export { type GuardAnswer, type GuardedCommand, type GuardedShell, guardAnswer, guardCommand } from "../call/guard-command.js";
export type { Handler, HandlerContext } from "../call/handler.js";
export { FetchError, type GuardedFetchOptions, type GuardedResponse, guardedFetch, ToolError } from "../call/handler.js";
export { problemText } from "../call/problem-text.late.js";
export { callResultText } from "../call/shape-result.js";
export type { CallContext, PreparedCall } from "../contract/call.js";
export type {
  CallResult,
  Denial,
  DeniedCall,
  DoneCall,
  FailedCall,
  FailureReason,
  Media,
  NotStarted,
  RefusedCall,
  RunOutcome,
  Streams,
  UnfinishedCall,
} from "../contract/call-result.js";
export type {
  DiffStat,
  ElicitationForm,
  ElicitationHandler,
  ElicitationRequest,
  ElicitationResult,
  ElicitationValue,
  FileDiff,
} from "../contract/confirmation.js";
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
} from "../contract/confirmation.js";
export type { CompiledTool, GuardRules, ToolDefinition, ValidationError, Validator } from "../contract/definition.js";
export { hasCycleInSchema } from "../contract/json-schema.js";
export type { JsonObject, JsonValue } from "../contract/json-value.js";
export type { PathReason, Problem, Refusal } from "../contract/problem.js";
export type { DecidedRisk, Risk, RiskLevel, ToolMetadata, ToolRisk } from "../contract/risk.js";
export { Kind } from "../contract/risk.js";
export type {
  ContentPart,
  FailedResult,
  FunctionCall,
  FunctionDeclaration,
  FunctionResponse,
  PartListUnion,
  PartUnion,
  ToolDisplay,
  ToolResult,
  ToolResultDisplay,
  ToolResultError,
  TypedResult,
} from "../contract/tool-result.js";
export { contentText, InvalidParamsError, ToolErrorType } from "../contract/tool-result.js";
export type * from "./types.js";
