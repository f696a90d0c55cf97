import type { CallRisk } from "../consent/call-risk.js";
import type { Unattended } from "../consent/consent.js";
import type { ConsentSubject, Consents } from "../consent/consents.js";
import { type CallDecision, decideCall, unattendedBy } from "../consent/decide-call.js";
import { type foreignDefinition, foreignRiskOf } from "../consent/foreign-tool.js";
import type { ToolOrigin } from "../consent/tool-origin.js";
import type { JsonObject } from "../json.js";
import { BaseToolInvocation } from "../tool/base-tool-invocation.js";
import type { ForcedToolDecision, ToolConfirmationOutcome } from "../tool/confirmation.js";
import { decidedOrDenied, whyDenied } from "../tool/decided-or-denied.js";
import { contextOfCall, type Surroundings } from "../tool/surroundings.js";
import type { ToolResult } from "../tool/tool-result.js";
import { describeParams } from "./discovered-info.js";

/** A tool that no spec declares, as its calls are decided by. */
export interface ForeignTool {
  readonly name: string;
  /** Where it is from, if that is an MCP server. */
  readonly origin?: ToolOrigin;
  readonly decidedBy: ReturnType<typeof foreignDefinition>;
}

/** Where calls happen, and what was allowed before. */
export interface ForeignContext {
  readonly surroundings: Surroundings;
  readonly consents: Consents;
}

/** A call of a tool that no spec declares: what it does is said by its arguments alone, and settings and what was allowed before decide on it. */
export abstract class ForeignInvocation extends BaseToolInvocation<JsonObject, ToolResult> {
  readonly #tool: ForeignTool;
  readonly #context: ForeignContext;

  constructor(params: JsonObject, tool: ForeignTool, context: ForeignContext) {
    super(params);
    this.#tool = tool;
    this.#context = context;
  }

  override getDescription(): string {
    return describeParams(this.params);
  }

  getRisk(): CallRisk {
    return this.#riskBy(this.#decided());
  }

  /** Whether such calls were allowed of the tool when it said something else of itself, in this process or in the user's settings. */
  protected get hasLapsed(): boolean {
    const answer = this.#decided();
    return this.#context.consents.hasLapsed(this.#subject(answer)) || (answer.ok && answer.decided.said.user?.hasLapsed === true);
  }

  getUnattended(): Unattended | undefined {
    return unattendedBy(this.#decided());
  }

  protected override decide(): ForcedToolDecision {
    const answer = this.#decided();
    const decision = decidedOrDenied(this.#tool.decidedBy.name, answer);
    return this.#context.consents.has(this.#subject(answer)) ? "allow" : decision;
  }

  protected override async confirmed(outcome: ToolConfirmationOutcome): Promise<void> {
    await this.#context.consents.remember(outcome, this.#subject(this.#decided()));
  }

  /** The result of a call that settings deny; `undefined`: they don't. */
  protected whyDenied(): ToolResult | undefined {
    return whyDenied(() => decidedOrDenied(this.#tool.decidedBy.name, this.#decided()));
  }

  #decided(): CallDecision {
    return decideCall(this.#tool.decidedBy, this.params, this.#callContext());
  }

  #riskBy(answer: CallDecision): CallRisk {
    const { decidedBy, origin } = this.#tool;
    return { ...foreignRiskOf(decidedBy, this.params, { context: this.#callContext(), answer }), ...(origin && { origin }) };
  }

  #callContext() {
    return contextOfCall(this.#context.surroundings, this.#tool.decidedBy);
  }

  #subject(answer: CallDecision): ConsentSubject {
    return { tool: this.#tool.name, risk: this.#riskBy(answer) };
  }
}
