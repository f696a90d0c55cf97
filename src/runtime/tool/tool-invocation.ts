import type {
  ForcedToolDecision,
  PolicyUpdateOptions,
  ToolCallConfirmationDetails,
  ToolConfirmationOutcome,
} from "../contract/confirmation.js";
import type { Unattended } from "../contract/risk-settings.js";
import type { ToolResult } from "../contract/tool-result.js";
import type { CallRisk } from "../policy/call-risk.js";
import type { ExecuteOptions } from "./execute-options.js";
import type { ToolLocation } from "./tool-location.js";

/** A call whose arguments were checked, ready to be carried out (Gemini CLI's `ToolInvocation`). */
export interface ToolInvocation<TParams extends object, TResult extends ToolResult> {
  /** The canonical arguments, defaults included. */
  readonly params: TParams;
  /** What the call will do, in a line of Markdown. Never throws. */
  getDescription(): string;
  /** A title for a display, without further data; by default the description. */
  getDisplayTitle?(): string;
  /** Why the call is made, where the model has said so. */
  getExplanation?(): string;
  /** The files and folders that the call works at. */
  toolLocations(): ToolLocation[];
  /**
   * What somebody is to be asked before the call is carried out; `false`: nobody needs to be asked. `forcedDecision` takes the place of the tool's own
   * rules. Rejects with a `ToolDeniedError` where the decision is to deny, and with the signal's reason when it is aborted.
   */
  shouldConfirmExecute(abortSignal: AbortSignal, forcedDecision?: ForcedToolDecision): Promise<ToolCallConfirmationDetails | false>;
  /** What is known of the call's risk, where the tool decides by the arguments. Not one of Gemini CLI's members. */
  getRisk?(): CallRisk;
  /** What settings say is to become of the call where it is to be asked about and nobody can be. Not one of Gemini CLI's members. */
  getUnattended?(): Unattended | undefined;
  /** Whether the call says nothing of its own of whether to ask, so that the tool's metadata decide. */
  readonly leavesConsentToTool?: boolean;
  /** Carries the call out. A failure is a result with `error`; a throw is a bug. An aborted signal ends the call. */
  execute(options: ExecuteOptions): Promise<TResult>;
  /** How a consent that is remembered may be narrowed; `undefined`: to the tool. */
  getPolicyUpdateOptions?(outcome: ToolConfirmationOutcome): PolicyUpdateOptions | undefined;
}

/** A call of any tool. */
export type AnyToolInvocation = ToolInvocation<object, ToolResult>;
