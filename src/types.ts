/** Types that only other exports of `toolgen` refer to, so that programs can name them. */

export type { Settings } from "./call/risk-settings.js";
export type { NameClaim } from "./compiler/check/rules/unique-names.js";
export type { CheckSources, SourceContext, SourceResult } from "./compiler/check.js";
export type { EmitOptions } from "./compiler/emit/emit.js";
export type { Fragments } from "./compiler/fragments.js";
export type {
  BundledFile,
  BundleModel,
  ByTarget,
  CompletionModel,
  McpServerModel,
  PackageModel,
  PromptArgument,
  PromptMediaModel,
  PromptMessageModel,
  PromptModel,
  ProviderFormat,
  ResourceModel,
  SelectionModel,
  SkillSettings,
  TargetName,
  TargetsModel,
} from "./compiler/model.js";
export type { EmitServices, ModuleCache, PrintPart } from "./compiler/output-file.js";
export type { ImportExtension, ImportStyle } from "./compiler/source/tsconfig.js";
export type {
  HandlerBundle,
  HandlerModel,
  HostName,
  OtherChoiceModel,
  PlatformName,
  Requirement,
  RiskModel,
  ScriptModel,
  ToolSource,
} from "./compiler/tool-model.js";
export type {
  BackgroundRules,
  Command,
  Environment,
  ExitMeaning,
  GuardKind,
  GuardRules,
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
  ToolDefinition,
  ToolKind,
  ValueGuard,
} from "./contract/definition.js";
export type { PromptContent, PromptMedia, PromptMessage, ResourceContent, UriTemplate } from "./contract/documents.js";
export type { ModuleAccess, ReadLimits } from "./contract/host.js";
export type { JsonObject, JsonValue, Selector } from "./contract/json-value.js";
export type {
  AliasRule,
  CleanRule,
  CoerceRule,
  IgnoreIf,
  RangeRule,
  RefusedValueRule,
  SearchReplaceRule,
  WrapRule,
} from "./contract/repair-rules.js";
export type { HttpBody, HttpField, HttpPart, HttpRequest, JsonTemplate, McpCall, McpServerEntry } from "./contract/request.js";
export type { Condition, Decision, Override, Risk, RiskLevel, RiskRule, RiskSettings, Unattended } from "./contract/risk.js";
export type { ListNode, MapEntry, MapNode, ScalarNode, SpecDocument, SpecNode } from "./contract/spec-node.js";
export type { DeclaredTool } from "./contract/surface-change.js";
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
} from "./contract/text-template.js";
export type { DashNote } from "./programs/dash-rules.js";
export type { OwnClass, PlaceClass, PlacedValue, ProgramRow, ValueReason } from "./programs/place-class.js";
