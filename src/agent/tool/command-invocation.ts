import { type CallRisk, callRisk } from "../../call/approvals.js";
import { secretValues } from "../../call/audit-log.js";
import { decidedBy } from "../../call/call-record.js";
import { decideCall, unattendedBy } from "../../call/decide-risk.js";
import { executeCallAsync, prepareOrRefuse } from "../../call/execute-call.js";
import type { PreparedOrRefused, PreparedToRun } from "../../call/prepare-call.js";
import { recordOrDeny } from "../../call/record-call.late.js";
import { uncounted } from "../../call/repair-statistics.js";
import type { CallContext } from "../../contract/call.js";
import type { DeniedCall } from "../../contract/call-result.js";
import {
  type ForcedToolDecision,
  type ToolCallConfirmationDetails,
  ToolConfirmationOutcome,
  type ToolConfirmationPayload,
} from "../../contract/confirmation.js";
import type { CompiledTool } from "../../contract/definition.js";
import { escapeControl } from "../../contract/display-text.js";
import { isJsonObject, type JsonObject } from "../../contract/json-value.js";
import type { CallDecision, Unattended } from "../../contract/risk.js";
import { failedResult, ToolErrorType, type ToolResult } from "../../contract/tool-result.js";
import { describeArguments } from "../describe-action.js";
import type { FileChange } from "../file-diff.js";
import { displayOf, toToolResult } from "../tool-result.js";
import { assertPermitted, BaseToolInvocation } from "./base-tool-invocation.js";
import { addCallFacts } from "./call-facts.js";
import {
  type ApprovedAction,
  askedAbout,
  confirmationDetails,
  type Questioned,
  revalidateApproval,
  systemMessage,
} from "./confirmation-details.js";
import { checkedExecuteOptions } from "./declarative-tool.js";
import type { DefinedTool } from "./define-tool.js";
import { locationsOf } from "./locations.js";
import { recordInvocation } from "./record-invocation.js";
import {
  contextOfCall,
  type ExecuteOptions,
  endedEarly,
  RegistryClosedError,
  type ToolEnvironment,
  type ToolLocation,
} from "./tool-invocation.js";

/**
 * A call of a tool whose spec has a `command` or a request: it does what `generated/bin/call` does, in this process.
 */
export class CommandInvocation<TArgs extends object, TResult extends ToolResult = ToolResult> extends BaseToolInvocation<TArgs, TResult> {
  readonly #tool: DefinedTool;
  readonly #environment: ToolEnvironment;
  /** The change of a file that the user saw, and the user's edit of it. */
  #change: FileChange | undefined;
  /** The action that the user was asked about, or the reason why the call was refused without asking. */
  #asked: ApprovedAction | undefined;
  /** The plan that the user was shown. */
  #plan: string | undefined;

  constructor(params: TArgs, tool: DefinedTool, environment: ToolEnvironment) {
    super(params);
    this.#tool = tool;
    this.#environment = environment;
    const projectFacts = () => {
      const { projectDir, env } = this.#context();
      return { project: projectDir, secrets: () => secretValues(this.#tool.definition.secrets, env) };
    };
    addCallFacts(this, { recordsItself: true, projectFacts, hasPlan: tool.definition.plan !== undefined });
  }

  /** The spec's `summary`; without one, the command as it could be typed. */
  override getDescription(): string {
    return describeArguments(this.#tool.definition, this.#args(), this.#context());
  }

  /** The spec's `risk.impact` for these arguments; empty if it has none. */
  override getExplanation(): string {
    return this.getRisk().impact ?? "";
  }

  /** Returns the `locations` of the spec; without them, every parameter in `paths`. */
  override toolLocations(): ToolLocation[] {
    return locationsOf(this.#tool, this.#args(), this.#context());
  }

  /**
   * Runs the command to its end. A refusal, a failure, a time limit and an aborted signal are results with `error`. If
   * the user has edited the proposed content, that is written instead of running the command.
   */
  override async execute(given: ExecuteOptions): Promise<TResult> {
    const options = checkedExecuteOptions(given);
    const call = { definition: this.#tool.definition, context: this.#context(), signal: options.abortSignal };
    const result = await recordInvocation(this, call, (context) => this.#carryOut(options, context));
    // Data is only in a result that `output.schema` has accepted, from which its type is printed.
    return result as TResult;
  }

  /** Runs the confirmed action, and keeps refusing a refused one: a link may have changed since. */
  async #carryOut(options: ExecuteOptions, context: CallContext): Promise<ToolResult> {
    if (this.#asked === undefined) return executeForResult(this.#tool, this.#args(), { context, options });
    const now = recordOrDeny(prepareOrRefuse(this.#tool, this.#args(), context), context);
    const prepared = revalidateApproval(this.#asked, now, { risk: this.getRisk(), context });
    if ("kind" in prepared) {
      context.record?.refused("denied");
      return toToolResult(prepared);
    }
    const replanned =
      this.#plan !== undefined && prepared.ok ? await this.#planAgain(prepared, { context, signal: options.abortSignal }) : undefined;
    if (replanned !== undefined) {
      context.record?.refused("denied");
      return toToolResult(replanned);
    }
    if (this.#change?.edited === undefined)
      return executeForResult(this.#tool, this.#args(), { context, options, prepared, planned: this.#plan !== undefined });
    const { executeEdited } = await import("./execute-edited.js");
    return executeEdited(this.#change, prepared);
  }

  /** Returns why the call isn't what the user has seen; `undefined` if its plan is the same. */
  async #planAgain(
    prepared: PreparedToRun,
    running: { readonly context: CallContext; readonly signal: AbortSignal },
  ): Promise<DeniedCall | undefined> {
    const { runPlan } = await import("../preview-change.js");
    const again = await runPlan(prepared, running);
    if (!again.ok) return again.denied;
    const { name } = this.#tool.definition;
    return again.text === this.#plan ? undefined : { kind: "denied", tool: name, denial: { code: "other-plan", isAgain: false } };
  }

  /** Decides by the spec's `risk` and by settings, for these arguments. */
  getRisk(): CallRisk {
    return callRisk(this.#tool, this.#args(), this.#context());
  }

  getUnattended(): Unattended | undefined {
    return unattendedBy(this.#decided());
  }

  protected override decide(): ForcedToolDecision {
    const { definition } = this.#tool;
    const answer = this.#decided();
    addCallFacts(this, { expected: decidedBy(definition, callRisk(this.#tool, this.#args(), this.#context(), answer)) });
    const permitted = assertPermitted(definition.name, answer);
    return definition.plan === undefined ? permitted : "ask_user";
  }

  /**
   * Shows the change of the file if the spec allows previewing it (`output.preview`); otherwise the command or the
   * request. No confirmation is requested for a call that would be refused.
   */
  protected override async getConfirmationDetails(signal: AbortSignal): Promise<ToolCallConfirmationDetails | false> {
    const questioned: Questioned = {
      tool: this.#tool,
      params: this.#args(),
      context: this.#context(),
      risk: this.getRisk(),
      onConfirm: (outcome, payload) => this.confirmed(outcome, payload),
    };
    const { context, risk } = questioned;
    const prepared = prepareOrRefuse(this.#tool, questioned.params, uncounted(context));
    this.#asked = askedAbout(prepared, { risk, context });
    if (!prepared.ok) return false;
    let note: string | undefined;
    if (prepared.tool.definition.plan !== undefined) {
      const { runPlan } = await import("../preview-change.js");
      const plan = await runPlan(prepared, { context, signal });
      if (!plan.ok) {
        this.#asked = { ok: false, refused: plan.denied, definition: prepared.tool.definition };
        return false;
      }
      this.#plan = plan.text;
      note = `Plan:\n${plan.text
        .split("\n")
        .map((line) => `│ ${escapeControl(line)}`)
        .join("\n")}`;
    } else if (this.#tool.definition.output.preview) {
      const { previewChange } = await import("../preview-change.js");
      const proposed = await previewChange(prepared, { context, signal });
      this.#change = proposed === "unchanged" ? undefined : proposed;
      if (this.#change !== undefined) {
        const { editDetails } = await import("../file-diff.js");
        const { onConfirm } = questioned;
        return editDetails(this.#change, {
          title: `${this.#tool.displayName}: make this change?`,
          ...systemMessage({ ...questioned, secrets: prepared.call.secrets }),
          onConfirm,
        });
      }
      if (proposed === "unchanged") note = "Tried on a copy, it doesn't change the file.";
    }
    return confirmationDetails({ ...questioned, note }, { call: prepared.call, definition: prepared.tool.definition });
  }

  /** An edited proposal is what will be written. */
  protected override async confirmed(outcome: ToolConfirmationOutcome, payload?: ToolConfirmationPayload): Promise<void> {
    addCallFacts(this, { decided: { decision: "ask", answer: outcome } });
    if (outcome === ToolConfirmationOutcome.Cancel || this.#change === undefined) return;
    const edited = payload !== undefined && "newContent" in payload ? payload.newContent : this.#change.proposed;
    const { filePath, original, proposed } = this.#change;
    this.#change = { filePath, original, proposed, ...(edited === proposed ? {} : { edited }) };
  }

  #decided(): CallDecision {
    return decideCall(this.#tool.definition, this.#args(), this.#context());
  }

  #context(): CallContext {
    return contextOfCall(this.#environment, this.#tool.definition);
  }

  /**
   * The arguments as the runtime walks them: a type that was generated has no index signature, though its values are
   * JSON.
   */
  #args(): JsonObject {
    const args: unknown = this.params;
    return isJsonObject(args) ? args : {};
  }
}

/**
 * Executes a call, or the result of `prepareOrRefuse`, and returns a `ToolResult`. An aborted call is a failure, whose
 * processes have ended by then.
 */
async function executeForResult(
  tool: CompiledTool,
  args: JsonObject,
  {
    context,
    options,
    prepared,
    planned,
  }: {
    readonly context: CallContext;
    readonly options: ExecuteOptions;
    readonly prepared?: PreparedOrRefused | undefined;
    readonly planned?: boolean;
  },
): Promise<ToolResult> {
  const { abortSignal: signal, updateOutput } = options;
  const display = tool.definition.output.display === undefined ? undefined : await displayOf(tool.definition, args, context);
  try {
    const more = { ...(updateOutput && { updateOutput }), ...(prepared && { prepared }), ...(planned && { planned }) };
    const result = toToolResult(await executeCallAsync(tool, args, { ...context, signal, ...more }));
    return display === undefined ? result : await display(result);
  } catch (error) {
    if (!signal.aborted) throw error;
    const text = endedEarly(tool.definition.name, signal.reason instanceof RegistryClosedError);
    return failedResult(text, ToolErrorType.ExecutionFailed);
  }
}
