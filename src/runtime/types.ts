/** Types that only other exports of `toolgen/runtime` refer to, so that programs can name them. */

export type { Asking } from "../agent/ask-to-confirm.js";
export type {
  AssistantMessage,
  FilePart,
  ImagePart,
  Json,
  Part,
  ReasoningPart,
  StateKey,
  TextPart,
  ToolCallPart,
  ToolMessage,
  ToolResultPart,
  UserMessage,
} from "../agent/loop-state.js";
export type { McpOAuthSettings } from "../agent/mcp-connection.js";
export type { ContentToEdit } from "../agent/open-editor.js";
export type { FrameworkToolPart, OpenParameters } from "../agent/registry/framework-tools.js";
export type { Selection } from "../agent/registry/tool-catalogue.js";
export type { Derived } from "../agent/tool/base-declarative-tool.js";
export type { Audited, CallFacts, HasCallFacts } from "../agent/tool/call-facts.js";
export type { ArgumentsOf, StartedCall } from "../agent/tool/execute-function-call.js";
export type { KnownName, OutcomeOf, ParamsOf, ResultOf, ToolOf } from "../agent/tool/tool-classes.js";
export type { Approvals, ApprovedCall, SaveApproval, ToolOrigin } from "../call/approvals.js";
export type { AskedCall, ExecuteCallOptions } from "../call/execute-call.js";
export type { GuardedOutput, GuardedRun } from "../call/guard-command.js";
export type { FullOutput } from "../call/output.late.js";
export type { NotPrepared, PreparedOrRefused, PreparedToRun, RepairOutcome } from "../call/prepare-call.js";
export type { CountableTool, RepairableTool } from "../call/repair-arguments.js";
export type { Settings } from "../call/risk-settings.js";
export type { LiveOptions } from "../call/run-call.js";
export type { Destination } from "../call/shape-result.js";
export type { Dialect, SplitPipeline } from "../call/split-pipeline.js";
export type {
  AuditedDecision,
  AuditLine,
  AuditOutcome,
  BackgroundCall,
  CallObserver,
  Checked,
  ConfinedPath,
  Confinement,
  PreparedMcpCall,
  PreparedMcpServer,
  RefusalReason,
  TemporaryFolder,
  Via,
} from "../contract/call.js";
export type { BlockNotes, ContentBlock, EmbeddedResource, Ended, Exited, ResourceLink, Unfinished } from "../contract/call-result.js";
export type { Details } from "../contract/confirmation.js";
export type {
  BackgroundRules,
  Command,
  Environment,
  ExitMeaning,
  GuardKind,
  Item,
  OutputFormat,
  OutputRules,
  PathRule,
  PlanRules,
  Platform,
  PlatformDefinition,
  ProjectPaths,
  SandboxRules,
  StopSignal,
  TempFile,
  ToolKind,
  ValueGuard,
} from "../contract/definition.js";
export type { Selector, Steps } from "../contract/json-value.js";
export type {
  ArgumentProblem,
  AuthorsProblem,
  GivenValue,
  NeedProblem,
  PathProblem,
  PathRoot,
  PreparationCode,
  RequestProblem,
  ShapeProblem,
  TemplateProblem,
  UnmetNeed,
} from "../contract/problem.js";
export type { Repair, Repaired, RepairReport, RepairRule, RepairRules } from "../contract/repair.js";
export type {
  AliasRule,
  CleanRule,
  CoerceRule,
  IgnoreIf,
  RangeRule,
  RefusedValueRule,
  SearchReplaceRule,
  WrapRule,
} from "../contract/repair-rules.js";
export type {
  HttpBody,
  HttpField,
  HttpPart,
  HttpRequest,
  JsonTemplate,
  McpCall,
  McpServerEntry,
  PreparedBody,
  PreparedPart,
  PreparedRequest,
} from "../contract/request.js";
export type {
  CallDecision,
  CallFolders,
  Condition,
  DecidedCall,
  Decision,
  Override,
  PermittedCall,
  RiskRule,
  RiskSettings,
  Unattended,
  UserRiskSettings,
} from "../contract/risk.js";
export type { DeclaredTool } from "../contract/surface-change.js";
export type {
  JoinPiece,
  JsonPiece,
  TemplateBlock,
  TemplateBranch,
  TemplateTest,
  TextPiece,
  TextTemplate,
  ValuePiece,
  ValueRef,
} from "../contract/text-template.js";
