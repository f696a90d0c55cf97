import type {
  ForcedToolDecision,
  PolicyUpdateOptions,
  ToolCallConfirmationDetails,
  ToolConfirmationOutcome,
} from "../contract/confirmation.js";
import type { Unattended } from "../contract/risk-settings.js";
import type { ToolResult } from "../contract/tool-result.js";
import type { CallRisk } from "../policy/call-risk.js";
import type { HasCallFacts } from "../telemetry/audit/call-facts.js";
import type { ExecuteOptions } from "./execute-options.js";
import type { ToolLocation } from "./tool-location.js";

/** A call with checked arguments, ready to be executed (Gemini CLI's `ToolInvocation`). */
export interface ToolInvocation<TParams extends object, TResult extends ToolResult> extends HasCallFacts {
  /** The canonical arguments, defaults included. */
  readonly params: TParams;
  /** Describes the call in a line of Markdown. Never throws. */
  getDescription(): string;
  /** A title for a display, without further data; by default the description. */
  getDisplayTitle?(): string;
  /** Why the call is made, if the model has given a reason. */
  getExplanation?(): string;
  /** The files and folders that the call affects. */
  toolLocations(): ToolLocation[];
  /**
   * Returns the confirmation that the user must give before the call, or `false` if none is required. `forcedDecision`
   * overrides the tool's own rules. Rejects with a `ToolDeniedError` if the call is denied, and with the signal's
   * reason when it is aborted.
   */
  shouldConfirmExecute(abortSignal: AbortSignal, forcedDecision?: ForcedToolDecision): Promise<ToolCallConfirmationDetails | false>;
  /** Returns the call's risk, if the tool decides by the arguments. Not a member in Gemini CLI. */
  getRisk?(): CallRisk;
  /**
   * Returns the settings' decision about the call if it requires confirmation and no user can be asked. Not a member in
   * Gemini CLI.
   */
  getUnattended?(): Unattended | undefined;
  /** True if the call doesn't decide about confirmation, so that the tool's metadata does. */
  readonly leavesConfirmationToTool?: boolean;
  /** Executes the call. A failure is a result with `error`; an exception is a bug. An aborted signal ends the call. */
  execute(options: ExecuteOptions): Promise<TResult>;
  /** How a saved approval can be narrowed; `undefined`: to the tool. */
  getPolicyUpdateOptions?(outcome: ToolConfirmationOutcome): PolicyUpdateOptions | undefined;
}

/** A call of any tool. */
export type AnyToolInvocation = ToolInvocation<object, ToolResult>;
