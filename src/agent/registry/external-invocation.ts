import {
  type Approvals,
  type ApprovedCall,
  type CallRisk,
  externalCallRisk,
  type externalDefinition,
  type ToolOrigin,
} from "../../call/approvals.js";
import { decideCall, unattendedBy } from "../../call/decide-risk.js";
import type { ForcedToolDecision, ToolConfirmationOutcome } from "../../contract/confirmation.js";
import type { JsonObject } from "../../contract/json-value.js";
import type { CallDecision, Unattended } from "../../contract/risk.js";
import type { ToolResult } from "../../contract/tool-result.js";
import { assertPermitted, BaseToolInvocation, whyDenied } from "../tool/base-tool-invocation.js";
import type { CheckedTool, ToolInfo } from "../tool/declarative-tool.js";
import { contextOfCall, type ToolEnvironment } from "../tool/tool-invocation.js";
import { lenientValidator } from "../validator.js";
import type { ReportProblem } from "./tool-catalogue.js";

/** The parts of a tool without a spec that decide its calls. */
interface ForeignTool {
  readonly name: string;
  /** Its MCP server, if it has one. */
  readonly origin?: ToolOrigin;
  readonly decidedBy: ReturnType<typeof externalDefinition>;
}

/** The environment of calls, and the earlier approvals. */
interface ForeignContext {
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

/** The declaration of a tool by another program. */
type DiscoveredInfo = Omit<ToolInfo, "isOutputMarkdown" | "canUpdateOutput">;

/**
 * A tool whose arguments are repaired and checked by its schema, which is compiled when a call is first built. An
 * unusable schema disables the check, which is reported once. The program that offers the tool checks arguments itself.
 */
export function checkedTool(info: DiscoveredInfo, onProblem: ReportProblem): CheckedTool {
  const { name, parameterSchema } = info;
  const params = Object.keys(Object(parameterSchema.properties));
  return {
    ...info,
    isOutputMarkdown: false,
    canUpdateOutput: true,
    definition: { params, aliases: [], ignore: [], mutuallyExclusive: [], defaults: {} },
    validate: lenientValidator(parameterSchema, (reason) =>
      onProblem({
        source: name,
        message: `The arguments of '${name}' are not checked before a call, since its schema can't be used: ${reason}`,
      }),
    ),
  };
}

const longestDescriptionChars = 500;

/** Describes a call of such a tool by all that is known: its arguments, in one line. */
function describeDiscoveredParams(params: JsonObject): string {
  const text = JSON.stringify(params);
  return text.length > longestDescriptionChars ? `${text.slice(0, longestDescriptionChars - 1)}…` : text;
}
