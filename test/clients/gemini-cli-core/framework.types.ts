/**
 * Holds the framework of `toolgen/runtime` against the published types of Gemini CLI's: whatever those have, ours has, with the same values, and what
 * ours makes can be handed to code that was written for theirs. Compiled with the rest (`npm run check:types`), never run.
 *
 * Left out on purpose is what belongs to a host: its message bus, its extensions, copies of a tool for another bus.
 */
import type * as core from "@google/gemini-cli-core";
import type * as ours from "../../../src/runtime/index.js";

/** A type with enums as their values: a string of an enum can't be assigned to a literal, although it is one. */
type Plain<T> = T extends string
  ? `${T}`
  : T extends (...given: infer Given) => infer Result
    ? (...given: { [Key in keyof Given]: Plain<Given[Key]> }) => Plain<Result>
    : T extends AbortSignal | unknown[] | Promise<unknown>
      ? T extends Promise<infer Value>
        ? Promise<Plain<Value>>
        : T
      : T extends object
        ? { [Key in keyof T]: Plain<T[Key]> }
        : T;

type Assert<True extends true> = True;
type Fits<Given, Wanted> = [Given] extends [Wanted] ? true : false;
type HasKeys<Ours, Theirs, Without extends string = never> = Fits<Exclude<keyof Theirs, Without>, keyof Ours>;
type Details<Union, Type extends string> = Extract<Plain<Union>, { type: Type }>;

export type Values = [
  Assert<Fits<`${core.Kind}`, ours.Kind>>,
  Assert<Fits<`${core.ToolConfirmationOutcome}`, ours.ToolConfirmationOutcome>>,
  Assert<Fits<`${core.ToolErrorType}`, ours.ToolErrorType>>,
  Assert<Fits<core.ForcedToolDecision, ours.ForcedToolDecision>>,
  Assert<Fits<Plain<core.ToolCallConfirmationDetails>["type"], ours.ToolCallConfirmationDetails["type"]>>,
];

export type Members = [
  Assert<HasKeys<ours.ToolInvocation<object, ours.ToolResult>, core.ToolInvocation<object, core.ToolResult>>>,
  Assert<HasKeys<ours.BaseToolInvocation<object, ours.ToolResult>, core.BaseToolInvocation<object, core.ToolResult>, HostMembers>>,
  Assert<HasKeys<ours.ToolBuilder<object, ours.ToolResult>, core.ToolBuilder<object, core.ToolResult>>>,
  Assert<HasKeys<ours.DeclarativeTool<object, ours.ToolResult>, core.DeclarativeTool<object, core.ToolResult>, HostMembers>>,
  Assert<HasKeys<ours.BaseDeclarativeTool<object, ours.ToolResult>, core.BaseDeclarativeTool<object, core.ToolResult>, HostMembers>>,
  Assert<HasKeys<ours.ToolResult, core.ToolResult>>,
  Assert<HasKeys<ours.ToolResultError, NonNullable<core.ToolResult["error"]>>>,
  Assert<HasKeys<ours.ToolDisplay, NonNullable<core.ToolResult["display"]>, "result">>,
  Assert<HasKeys<ours.FileDiff, core.FileDiff>>,
  Assert<HasKeys<ours.DiffStat, core.DiffStat>>,
  Assert<HasKeys<ours.ToolLocation, core.ToolLocation>>,
  Assert<HasKeys<ours.ExecuteOptions, core.ExecuteOptions, HostMembers>>,
  Assert<HasKeys<ours.ToolEditConfirmationDetails, core.ToolEditConfirmationDetails, HostMembers>>,
  Assert<HasKeys<ours.ToolExecuteConfirmationDetails, core.ToolExecuteConfirmationDetails>>,
  Assert<HasKeys<ours.ToolMcpConfirmationDetails, core.ToolMcpConfirmationDetails>>,
  Assert<HasKeys<ours.ToolInfoConfirmationDetails, core.ToolInfoConfirmationDetails>>,
  Assert<HasKeys<ours.ToolAskUserConfirmationDetails, core.ToolAskUserConfirmationDetails>>,
  Assert<HasKeys<ours.PolicyUpdateOptions, core.PolicyUpdateOptions>>,
];

type HostMembers =
  | "messageBus"
  | "clone"
  | "extensionName"
  | "extensionId"
  | "_toolName"
  | "_toolDisplayName"
  | "_serverName"
  | "_toolAnnotations"
  | "respectsAutoEdit"
  | "getApprovalMode"
  | "shellExecutionConfig"
  | "setExecutionIdCallback"
  | "ideConfirmation";

/** Types of toolgen, where the core expects its own. */
export type Made = [
  Assert<Fits<ours.ToolResult, Plain<core.ToolResult>>>,
  Assert<Fits<ours.FileDiff, core.FileDiff>>,
  Assert<Fits<ours.DiffStat, core.DiffStat>>,
  Assert<Fits<ours.ToolLocation, core.ToolLocation>>,
  Assert<Fits<Details<ours.ToolCallConfirmationDetails, "edit">, Details<core.ToolCallConfirmationDetails, "edit">>>,
  Assert<Fits<Details<ours.ToolCallConfirmationDetails, "exec">, Details<core.ToolCallConfirmationDetails, "exec">>>,
  Assert<Fits<Details<ours.ToolCallConfirmationDetails, "mcp">, Details<core.ToolCallConfirmationDetails, "mcp">>>,
  Assert<Fits<Details<ours.ToolCallConfirmationDetails, "info">, Details<core.ToolCallConfirmationDetails, "info">>>,
];
