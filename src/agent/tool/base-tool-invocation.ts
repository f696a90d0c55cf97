import { denialText } from "../../call/user-settings.late.js";
import type {
  ForcedToolDecision,
  PolicyUpdateOptions,
  ToolCallConfirmationDetails,
  ToolConfirmationOutcome,
  ToolConfirmationPayload,
} from "../../contract/confirmation.js";
import type { CallDecision } from "../../contract/risk.js";
import { failedResult, ToolErrorType, type ToolResult } from "../../contract/tool-result.js";
import type { CallFacts } from "./call-facts.js";
import type { ExecuteOptions, ToolInvocation, ToolLocation } from "./tool-invocation.js";

/**
 * A base for invocations (Gemini CLI's `BaseToolInvocation`). It holds the arguments, has no locations and requires no
 * confirmation by default. A subclass must describe and execute its call.
 */
export abstract class BaseToolInvocation<TParams extends object, TResult extends ToolResult> implements ToolInvocation<TParams, TResult> {
  readonly params: TParams;
  callFacts: CallFacts = {};

  constructor(params: TParams) {
    this.params = params;
  }

  abstract getDescription(): string;

  getDisplayTitle(): string {
    return this.getDescription();
  }

  getExplanation(): string {
    return "";
  }

  toolLocations(): ToolLocation[] {
    return [];
  }

  async shouldConfirmExecute(abortSignal: AbortSignal, forcedDecision?: ForcedToolDecision): Promise<ToolCallConfirmationDetails | false> {
    abortSignal.throwIfAborted();
    const decision = forcedDecision ?? this.decide();
    if (decision === "deny") throw new ToolDeniedError(`This call is denied by policy: ${this.getDescription()}`);
    return decision === "allow" ? false : this.getConfirmationDetails(abortSignal);
  }

  /** True if the invocation doesn't decide about confirmation. Then the tool's metadata does. */
  get leavesConfirmationToTool(): boolean {
    const { decide, shouldConfirmExecute } = BaseToolInvocation.prototype;
    return this.decide === decide && this.shouldConfirmExecute === shouldConfirmExecute;
  }

  getPolicyUpdateOptions(_outcome: ToolConfirmationOutcome): PolicyUpdateOptions | undefined {
    return undefined;
  }

  abstract execute(options: ExecuteOptions): Promise<TResult>;

  /** Returns the arguments, for logs and tests. */
  toJSON(): { readonly params: TParams } {
    return { params: this.params };
  }

  /** Decides whether this call runs, is confirmed or is refused, if nothing else decides. */
  protected decide(): ForcedToolDecision {
    return "allow";
  }

  /** Returns the text of the confirmation; `false` if there is nothing to confirm after all. */
  protected async getConfirmationDetails(_abortSignal: AbortSignal): Promise<ToolCallConfirmationDetails | false> {
    return {
      type: "info",
      title: "Run this call?",
      prompt: this.getDescription(),
      onConfirm: (outcome, payload) => this.confirmed(outcome, payload),
    };
  }

  /** Receives the answer. */
  protected async confirmed(_outcome: ToolConfirmationOutcome, _payload?: ToolConfirmationPayload): Promise<void> {}
}

/**
 * Returns whether a call runs or is confirmed first, as decided. Throws a `ToolDeniedError` with the reason if it is
 * denied.
 */
export function assertPermitted(name: string, answer: CallDecision): Exclude<ForcedToolDecision, "deny"> {
  if (!answer.ok) throw new ToolDeniedError(denialText(name, { code: "unreadable-settings", problems: answer.problems }));
  const { decision, level, from } = answer.decided;
  if (decision === "deny") throw new ToolDeniedError(denialText(name, { code: "by-settings", level, from }));
  return decision === "ask" ? "ask_user" : "allow";
}

/**
 * Returns the result of a denied call; `undefined` if the call may run or be confirmed. For callers that execute
 * without asking.
 */
export function whyDenied(decide: () => unknown): ToolResult | undefined {
  try {
    decide();
    return undefined;
  } catch (error) {
    if (error instanceof ToolDeniedError) return failedResult(error.message, ToolErrorType.PolicyViolation);
    throw error;
  }
}

/** A call that a policy or settings deny. The message is for the model. */
export class ToolDeniedError extends Error {
  override readonly name = "ToolDeniedError";
}
