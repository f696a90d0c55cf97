import type { ForcedToolDecision, ToolConfirmationOutcome } from "../contract/confirmation.js";
import type { CallDecision } from "../contract/decision.js";
import type { Unattended } from "../contract/risk-settings.js";
import type { ToolResult } from "../contract/tool-result.js";
import type { JsonObject } from "../json/json-value.js";
import type { Approvals, ApprovedCall } from "../policy/approvals.js";
import type { CallRisk } from "../policy/call-risk.js";
import { decideCall, unattendedBy } from "../policy/decide-call.js";
import { externalCallRisk, type externalDefinition } from "../policy/external-definition.js";
import type { ToolOrigin } from "../policy/tool-origin.js";
import { assertPermitted, whyDenied } from "../tool/assert-permitted.js";
import { BaseToolInvocation } from "../tool/base-tool-invocation.js";
import { contextOfCall, type ToolEnvironment } from "../tool/tool-environment.js";
import { describeDiscoveredParams } from "./discovered-info.js";

/** The parts of a tool without a spec that decide its calls. */
export interface ForeignTool {
  readonly name: string;
  /** Its MCP server, if it has one. */
  readonly origin?: ToolOrigin;
  readonly decidedBy: ReturnType<typeof externalDefinition>;
}

/** The environment of calls, and the earlier approvals. */
export interface ForeignContext {
  readonly environment: ToolEnvironment;
  readonly approvals: Approvals;
}

/**
 * A call of a tool without a spec: it is described by its arguments, and settings and earlier approvals decide on it.
 */
export abstract class ExternalInvocation extends BaseToolInvocation<JsonObject, ToolResult> {
  readonly #tool: ForeignTool;
  readonly #context: ForeignContext;

  constructor(params: JsonObject, tool: ForeignTool, context: ForeignContext) {
    super(params);
    this.#tool = tool;
    this.#context = context;
  }

  override getDescription(): string {
    return describeDiscoveredParams(this.params);
  }

  getRisk(): CallRisk {
    return this.#riskBy(this.#decided());
  }

  /**
   * Returns true if such calls were approved for an earlier declaration of the tool, in this process or in the user's
   * settings.
   */
  protected get hasLapsed(): boolean {
    const answer = this.#decided();
    return this.#context.approvals.hasLapsed(this.#subject(answer)) || (answer.ok && answer.decided.settings.user?.hasLapsed === true);
  }

  getUnattended(): Unattended | undefined {
    return unattendedBy(this.#decided());
  }

  protected override decide(): ForcedToolDecision {
    const answer = this.#decided();
    const decision = assertPermitted(this.#tool.decidedBy.name, answer);
    return this.#context.approvals.has(this.#subject(answer)) ? "allow" : decision;
  }

  protected override async confirmed(outcome: ToolConfirmationOutcome): Promise<void> {
    await this.#context.approvals.remember(outcome, this.#subject(this.#decided()));
  }

  /** Returns the result of a call that settings deny; `undefined` if they don't. */
  protected whyDenied(): ToolResult | undefined {
    return whyDenied(() => assertPermitted(this.#tool.decidedBy.name, this.#decided()));
  }

  #decided(): CallDecision {
    return decideCall(this.#tool.decidedBy, this.params, this.#callContext());
  }

  #riskBy(answer: CallDecision): CallRisk {
    const { decidedBy, origin } = this.#tool;
    return { ...externalCallRisk(decidedBy, this.params, { context: this.#callContext(), answer }), ...(origin && { origin }) };
  }

  #callContext() {
    return contextOfCall(this.#context.environment, this.#tool.decidedBy);
  }

  #subject(answer: CallDecision): ApprovedCall {
    return { tool: this.#tool.name, risk: this.#riskBy(answer) };
  }
}
