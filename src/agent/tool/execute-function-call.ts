import { type Approvals, deniedByUser } from "../../call/approvals.js";
import { metadataOfCall } from "../../call/decide-tool.js";
import { onlyTheUser } from "../../call/refusal.late.js";
import { type ForcedToolDecision, ToolConfirmationOutcome } from "../../contract/confirmation.js";
import { sortedJson } from "../../contract/json-value.js";
import type { ToolMetadata } from "../../contract/risk.js";
import { type FunctionCall, failedResult, InvalidParamsError, ToolErrorType, type ToolResult } from "../../contract/tool-result.js";
import { type Asking, askToConfirm, UnansweredError } from "../ask-to-confirm.js";
import { type FunctionCallOutcome, outcomeOf } from "../tool-result.js";
import { ToolDeniedError } from "./base-tool-invocation.js";
import { addCallFacts } from "./call-facts.js";
import { abortSignal, callback, checkForm, checkOptions, map, number, type OptionForms, toolLookUp } from "./check-options.js";
import type { AnyDeclarativeTool } from "./declarative-tool.js";
import { reportCallback, safeCallback } from "./host-callback.js";
import { recordForeignCall, recordUnstartedCall } from "./record-invocation.js";
import type { OutcomeOf, ParamsOf, ToolClasses } from "./tool-classes.js";
import type { AnyToolInvocation } from "./tool-invocation.js";

/** Where tools are looked up, such as a `ToolRegistry`. The message of a failure is for the model. */
export interface ToolLookUp<TTools extends ToolClasses = ToolClasses> {
  /** Is never set. It carries the types of the tools. */
  readonly toolClasses?: TTools;
  lookUpTool(name: string): FoundTool;
  /** The approvals that stay valid. Without them, "always" means "once". */
  readonly approvals?: Approvals;
}

/** The tool of a name, or the message for the model if there is none. */
export type FoundTool =
  | {
      readonly ok: true;
      readonly tool: AnyDeclarativeTool;
      /** The tool's risk at registration. If it differs from the tool's own about confirmation, it decides. */
      readonly metadata?: ToolMetadata | undefined;
    }
  | { readonly ok: false; readonly message: string };

/**
 * A `FunctionCall` of which the arguments may have an interface as their type. If the registry has the types of its
 * tools, the arguments of a name that the program itself writes are checked.
 */
export type RequestedFunctionCall<TTools extends ToolClasses = ToolClasses, TName extends string = string> = Omit<
  FunctionCall,
  "args" | "name"
> & { readonly name?: TName } & ArgumentsOf<ParamsOf<TTools, TName>>;

/** The arguments of a call, which may be left out if none is required. */
export type ArgumentsOf<TParams> = object extends TParams ? { readonly args?: object & TParams } : { readonly args: TParams };

/** A call that is about to run. */
export interface StartedCall {
  readonly tool: AnyDeclarativeTool;
  readonly invocation: AnyToolInvocation;
}

/** The options of `executeFunctionCall`. */
export interface FunctionCallOptions<TTools extends ToolClasses = ToolClasses> extends Partial<Asking> {
  readonly registry: ToolLookUp<TTools>;
  /** Aborting ends the call at any step. */
  readonly signal: AbortSignal;
  /**
   * Receives a call that is about to run: its arguments are valid, and it was confirmed if needed. The call waits for
   * it, and doesn't run if it throws.
   */
  readonly onStart?: (started: StartedCall) => unknown;
  /** Receives output while a tool runs: each time the whole output so far. */
  readonly onOutput?: (output: string) => void;
}

/**
 * Executes a model's function call, and returns the response for the model and the text for users. It looks the tool
 * up, repairs and checks the arguments, asks the user if necessary, and runs the tool. Never rejects for a model's
 * mistake, a failing tool, a failing callback or a signal: these are outcomes. Rejects with a `TypeError` for invalid
 * options. If confirmation is required and no user can be asked (no `confirm`), the call is refused.
 *
 * A `ToolRegistry<typeof tools>` gives the arguments and the result the types of the tool that `name` names.
 */
export async function executeFunctionCall<TTools extends ToolClasses = ToolClasses, TName extends string = string>(
  call: RequestedFunctionCall<TTools, TName>,
  options: FunctionCallOptions<TTools>,
): Promise<OutcomeOf<TTools, TName>> {
  checkCall(call);
  checkOptions<FunctionCallOptions>("executeFunctionCall", options, { forms: optionForms, required: ["registry", "signal"] });
  // The tool checks every argument, and its result has the type that was printed for its name.
  return (await execute(call as FunctionCall, options)) as OutcomeOf<TTools, TName>;
}

/**
 * Returns true if a user who is shown the arguments must confirm a call before it runs, as a dry run. False also if the
 * call would be refused, for example because its user must see a plan.
 */
export async function asksUser(call: FunctionCall, registry: ToolLookUp, signal: AbortSignal): Promise<boolean> {
  const found = lookUp(call, registry);
  if (!found.ok) return false;
  const { tool, metadata } = found;
  const params = canonicalArguments(tool, call);
  // Without canonical arguments, nothing is known of a call but whether it is refused.
  if (params === undefined) return typeof tool.validateToolParams?.(call.args ?? {}) !== "string";
  const invocation = tool.silentBuild(params);
  if (invocation instanceof Error || invocation.callFacts?.hasPlan) return false;
  const risk = invocation.getRisk?.();
  const { approvals } = registry;
  if (risk?.decision !== "deny" && approvals?.has({ tool: tool.name, ...(risk && { risk }) })) return false;
  try {
    return (await invocation.shouldConfirmExecute(signal, forced({ tool, invocation, metadata }))) !== false;
  } catch (error) {
    if (error instanceof ToolDeniedError) return false;
    throw error;
  }
}

/** Returns a text that is equal for calls of one ID and one tool whose arguments are the same after repair. */
export function callKey(call: FunctionCall, registry: ToolLookUp): string {
  const found = lookUp(call, registry);
  return sortedJson([call.id, call.name, (found.ok && canonicalArguments(found.tool, call)) || call.args]);
}

/** A tool may be another program's class with the same methods. */
const canonicalArguments = (tool: AnyDeclarativeTool, { args = {} }: FunctionCall) => tool.canonicalParams?.(args);

async function execute(call: FunctionCall, options: FunctionCallOptions): Promise<FunctionCallOutcome> {
  const found = lookUp(call, options.registry);
  if (!found.ok) return recordUnstartedCall(call, outcomeOf(call, failedResult(found.message, ToolErrorType.ToolNotRegistered)));
  const { tool, metadata } = found;
  const invocation = tool.silentBuild(call.args ?? {});
  if (!(invocation instanceof Error)) return recordUnstartedCall(call, await executeBuilt(call, { tool, invocation, metadata }, options));
  const isInvalid = invocation instanceof InvalidParamsError;
  const { InvalidToolParams, UnhandledException } = ToolErrorType;
  const outcome = outcomeOf(call, failedResult(invocation, isInvalid ? InvalidToolParams : UnhandledException), { tool });
  return isInvalid && invocation.isLogged ? outcome : recordUnstartedCall(call, outcome);
}

async function executeBuilt(
  call: FunctionCall,
  { tool, invocation, metadata }: CallToConfirm,
  options: FunctionCallOptions,
): Promise<FunctionCallOutcome> {
  try {
    const confirmed = await confirmCall({ tool, invocation, metadata }, options);
    noteConfirmation({ tool, invocation, metadata }, confirmed, metadata && forced({ tool, invocation, metadata }));
    if (!confirmed.given) return outcomeOf(call, confirmed.refusal, { tool, invocation, ...confirmed });
    options.signal.throwIfAborted();
    try {
      await options.onStart?.({ tool, invocation });
    } catch (error) {
      options.signal.throwIfAborted();
      reportCallback("onStart", error);
      return outcomeOf(call, failedResult(stoppedAtStart(tool.name), ToolErrorType.PolicyViolation), { tool, invocation, ...confirmed });
    }
    options.signal.throwIfAborted();
    const { signal } = options;
    const updateOutput = safeCallback("onOutput", options.onOutput);
    const work = () => invocation.execute({ abortSignal: signal, ...(updateOutput && { updateOutput }) });
    const result = await recordForeignCall({ tool, invocation, call, signal }, work);
    return outcomeOf(call, result, { tool, invocation, ...confirmed, cancelled: options.signal.aborted });
  } catch (error) {
    if (!options.signal.aborted) return outcomeOf(call, failedResult(error, ToolErrorType.UnhandledException), { tool, invocation });
    const cancelled = failedResult(`${tool.name} was cancelled.`, ToolErrorType.ExecutionFailed);
    return outcomeOf(call, cancelled, { tool, invocation, cancelled: true });
  }
}

const stoppedAtStart = (tool: string) => `${tool} was not run: the program that calls it has stopped it.`;

function lookUp({ name }: FunctionCall, registry: ToolLookUp): FoundTool {
  if (typeof name !== "string" || name === "") return { ok: false, message: "The function call names no tool." };
  try {
    return registry.lookUpTool(name);
  } catch (error) {
    reportCallback("lookUpTool", error);
    return { ok: false, message: `${name} was not run: the tools can't be looked up at the moment.` };
  }
}

export const optionForms: OptionForms<FunctionCallOptions> = {
  registry: toolLookUp,
  signal: abortSignal,
  onStart: callback,
  onOutput: callback,
  confirm: callback,
  confirmTimeoutMs: number,
  modifyWithEditor: callback,
};

/** Everything in a call is the model's, but its form is the program's: other APIs name the arguments otherwise. */
function checkCall(call: unknown): void {
  checkForm("The call of executeFunctionCall", call, map);
  const { args, ...others } = Object(call);
  const name = args === undefined ? ["input", "arguments"].find((one) => Object.hasOwn(others, one)) : undefined;
  if (name !== undefined) throw new TypeError(`The call of executeFunctionCall has \`${name}\`: give them as \`args\`.`);
}

type Confirmation =
  | (Answered & { readonly given: true; readonly isRemembered?: true })
  | (Answered & { readonly given: false; readonly refusal: ToolResult; readonly cancelled?: true });

interface Answered {
  readonly confirmation?: ToolConfirmationOutcome;
  readonly unattended?: true;
  readonly unasked?: true;
}

/** For a call that requires confirmation while there is no `confirm`. */
export function nobodyToAsk(tool: string, { callFacts }: AnyToolInvocation): string {
  if (!callFacts?.hasPlan) return `${tool} was not run: it must be confirmed, and there is no one to ask here. ${onlyTheUser()}`;
  const why = "its user must see and confirm what its plan prints, and this program has no `confirm` that shows it";
  return `${tool} was not run: ${why}. ${onlyTheUser()}`;
}

interface CallToConfirm {
  readonly tool: AnyDeclarativeTool;
  readonly invocation: AnyToolInvocation;
  readonly metadata: ToolMetadata | undefined;
}

async function confirmCall({ tool, invocation, metadata }: CallToConfirm, options: FunctionCallOptions): Promise<Confirmation> {
  const { signal, confirm, confirmTimeoutMs, modifyWithEditor } = options;
  const { approvals } = options.registry;
  const refused = (message: string) => failedResult(message, ToolErrorType.PolicyViolation);
  const risk = invocation.getRisk?.();
  const subject = { tool: tool.name, ...(risk && { risk }) };
  try {
    if (risk?.decision !== "deny" && approvals?.has(subject)) return { given: true, isRemembered: true };
    const details = await invocation.shouldConfirmExecute(signal, forced({ tool, invocation, metadata }));
    if (details === false) return { given: true };
    if (confirm === undefined) return { given: false, refusal: refused(nobodyToAsk(tool.name, invocation)), unasked: true };
    const limit = confirmTimeoutMs !== undefined && { confirmTimeoutMs };
    const asking = { confirm, ...limit, ...(modifyWithEditor && { modifyWithEditor }) };
    const own = ownMetadata(tool);
    const about = metadataOfCall(metadata ?? own, { own, impact: risk?.impact });
    const request = { tool, invocation, metadata: about, risk, details, signal };
    const { outcome: confirmation, reason = deniedByUser, unattended } = await askToConfirm(request, asking);
    const answered = { confirmation, ...(unattended && { unattended }) };
    if (confirmation === ToolConfirmationOutcome.Cancel) return { given: false, refusal: refused(reason), ...answered, cancelled: true };
    await approvals?.remember(confirmation, subject);
    return { given: true, ...answered };
  } catch (error) {
    if (error instanceof ToolDeniedError || error instanceof UnansweredError) return { given: false, refusal: refused(error.message) };
    throw error;
  }
}

/**
 * Returns the decision that registration forces if it differs from the tool's, and confirmation if the tool requires it
 * and its calls have no decision of their own. Otherwise the call decides, by its arguments and by earlier approvals.
 */
function forced({ tool, invocation, metadata }: CallToConfirm): ForcedToolDecision | undefined {
  const own = ownMetadata(tool)?.requiresConfirmation;
  const asks = metadata?.requiresConfirmation ?? own;
  if (asks === own) return asks === true && invocation.leavesConfirmationToTool === true ? "ask_user" : undefined;
  return asks === true ? "ask_user" : "allow";
}

/** A tool may be another program's class with the same methods. */
const ownMetadata = (tool: AnyDeclarativeTool): ToolMetadata | undefined => tool.metadata as ToolMetadata | undefined;

/** A call in an agent loop. */
interface LoopCall {
  readonly tool: AnyDeclarativeTool;
  readonly invocation: AnyToolInvocation;
  readonly metadata: ToolMetadata | undefined;
}

/** The outcome of a confirmation. `confirmation` is the answer, if the user was asked. */
interface ConfirmationNote {
  readonly given: boolean;
  readonly confirmation?: string;
  /** True if such calls were allowed before. */
  readonly isRemembered?: true;
  /** True if it was decided without a user. */
  readonly unattended?: true;
  /** True if confirmation was required and no user could be asked. */
  readonly unasked?: true;
}

/**
 * Records the decision of an agent loop about a call. `forced` is the decision of the registration, if it differs from
 * the tool's.
 */
function noteConfirmation(
  { tool, invocation, metadata }: LoopCall,
  { given, confirmation, isRemembered, unattended, unasked }: ConfirmationNote,
  forced: ForcedToolDecision | undefined,
) {
  const answer = unasked || unattended ? "nobody" : isRemembered ? "remembered" : confirmation;
  if (invocation.callFacts?.recordsItself && forced === undefined) {
    addCallFacts(invocation, answer === undefined ? {} : { decided: { answer, decision: "ask" } });
    return;
  }
  const decision = answer !== undefined ? "ask" : given ? "allow" : "deny";
  // The user's settings for the tools of MCP servers and commands.
  const risk = forced === undefined ? invocation.getRisk?.() : undefined;
  const level = risk?.level ?? (metadata ?? (tool.metadata as ToolMetadata | undefined))?.riskLevel;
  const rule = forced === undefined ? (risk?.from ?? "the tool itself") : "its registration";
  addCallFacts(invocation, { decided: { decision, rule, ...(level && { level }), ...(answer !== undefined && { answer }) } });
}
