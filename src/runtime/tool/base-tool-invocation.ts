import type {
  ForcedToolDecision,
  PolicyUpdateOptions,
  ToolCallConfirmationDetails,
  ToolConfirmationOutcome,
  ToolConfirmationPayload,
} from "../contract/confirmation.js";
import type { ToolResult } from "../contract/tool-result.js";
import type { ExecuteOptions } from "./execute-options.js";
import { ToolDeniedError } from "./tool-denied-error.js";
import type { ToolInvocation } from "./tool-invocation.js";
import type { ToolLocation } from "./tool-location.js";

/**
 * A base for invocations (Gemini CLI's `BaseToolInvocation`): holds the arguments, works at no place of the file system and asks nobody, unless it
 * says so. What a subclass must say is what it will do, and how it does it.
 */
export abstract class BaseToolInvocation<TParams extends object, TResult extends ToolResult> implements ToolInvocation<TParams, TResult> {
  readonly params: TParams;

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

  /** Whether nothing here says when somebody is asked: then what is known of the tool does. */
  get leavesConsentToTool(): boolean {
    const { decide, shouldConfirmExecute } = BaseToolInvocation.prototype;
    return this.decide === decide && this.shouldConfirmExecute === shouldConfirmExecute;
  }

  getPolicyUpdateOptions(_outcome: ToolConfirmationOutcome): PolicyUpdateOptions | undefined {
    return undefined;
  }

  abstract execute(options: ExecuteOptions): Promise<TResult>;

  /** What a log or a test needs: the arguments. */
  toJSON(): { readonly params: TParams } {
    return { params: this.params };
  }

  /** Whether this call is carried out, asked about, or refused, where nothing else decides. */
  protected decide(): ForcedToolDecision {
    return "allow";
  }

  /** What is shown to whoever is asked. `false`: on a closer look there is nothing to ask. */
  protected async getConfirmationDetails(_abortSignal: AbortSignal): Promise<ToolCallConfirmationDetails | false> {
    return {
      type: "info",
      title: "Run this call?",
      prompt: this.getDescription(),
      onConfirm: (outcome, payload) => this.confirmed(outcome, payload),
    };
  }

  /** Takes the answer. */
  protected async confirmed(_outcome: ToolConfirmationOutcome, _payload?: ToolConfirmationPayload): Promise<void> {}
}
