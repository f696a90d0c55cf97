import { changedSince, type FileSnapshot } from "../../agent/describe-action.js";
import { makeFileDiff } from "../../agent/file-diff.js";
import { type Planned, previewChange, runPlan } from "../../agent/preview-change.js";
import { prepareOrRefuse } from "../../call/execute-call.js";
import type { Before, PreparedOrRefused, PreparedToRun } from "../../call/prepare-call.js";
import { uncounted } from "../../call/repair-statistics.js";
import type { CallContext, Via } from "../../contract/call.js";
import type { CallResult, Denial } from "../../contract/call-result.js";
import { ToolConfirmationOutcome } from "../../contract/confirmation.js";
import type { DecidedRisk } from "../../contract/risk.js";
import type { LookAtChange, ServedCall } from "../call/served-call.js";
import { type ProtocolResult, protocolResult } from "../protocol-result.js";
import { type Client, checkApproval, riskOfCall, unaskedDenial } from "../state/check-approval.js";
import { maxCallsOfOne, maxConcurrentCalls } from "../state/concurrency-limit.js";
import { type ElicitationQuestion, quotedLines } from "../state/elicitation-question.js";
import { NoRoomError } from "../state/result-room.js";
import { auditCancelledCall, auditDeniedCall, auditRefusedCall, auditUnavailableCall } from "./audit-refused-call.js";

/** A prepared call with all the parameters that it gets. */
export interface CallToApprove<Later> {
  readonly served: ServedCall<Later>;
  readonly args: unknown;
  readonly prepared: PreparedOrRefused;
  /** The user's answer in the audit log's words, if one was asked for parameters. */
  readonly answer: string | undefined;
  readonly context: CallContext;
  readonly via: Via;
}

/** A call that may run, and has its slot. */
export interface ApprovedServedCall {
  readonly kind: "approved";
  readonly prepared: PreparedToRun;
  readonly answer: string | undefined;
}

interface Answered<Later> {
  readonly kind: "answered";
  readonly response: ProtocolResult | Later;
}

/** A call whose approval isn't settled, as far as it is known. */
interface Pending {
  readonly kind: "pending";
  readonly prepared: PreparedOrRefused;
  readonly answer: string | undefined;
  readonly allowed?: AllowedCall;
}

/** The call that the user has approved. */
interface AllowedCall extends Pick<ElicitationQuestion, "digest" | "risk" | "files"> {
  readonly outcome: UserApproval["outcome"];
  /** The question was asked because the plan had changed since an earlier answer. */
  readonly isAgain: boolean;
}

/** Receives progress. */
const waiting = `Waits for other calls: at most ${maxConcurrentCalls} run at once, and ${maxCallsOfOne} of one caller.`;

/**
 * Gets the approval and the slot that a call needs. After an answer, and after waiting for a slot, everything that can
 * have changed is checked again. If that leads to another question, it is asked too, but once if the plan has changed:
 * one that has a clock changes each time. If a file has changed that the question showed, the model gets a message.
 */
export async function approveCall<Later>(call: CallToApprove<Later>): Promise<ApprovedServedCall | Answered<Later>> {
  let next: Pending | ApprovedServedCall | Answered<Later> = { kind: "pending", prepared: call.prepared, answer: call.answer };
  while (next.kind === "pending") next = await settle(call, next);
  return next;
}

/** Settles the call, or comes one step nearer to that. */
async function settle<Later>(call: CallToApprove<Later>, pending: Pending): Promise<Pending | ApprovedServedCall | Answered<Later>> {
  const { prepared, allowed } = pending;
  const { served, context } = call;
  const { found, signal, client, slot, room, updateOutput } = served;
  if (!prepared.ok)
    return responded(auditRefusedCall(prepared, { ...refusable(call), answer: prepared.denied?.isUnasked ? "nobody" : pending.answer }));
  try {
    const isPlanned = found.tool.definition.plan !== undefined;
    if (isPlanned && client.canElicit && !slot.isHeld && (await slot.acquire(signal, () => updateOutput?.(waiting))))
      return { ...pending, prepared: checkAgain(call, prepared) };
    const plan = isPlanned ? await planOf(call, prepared) : undefined;
    if (plan?.ok === false)
      return denied(call, prepared, { denial: plan.denied.denial, risk: riskOfCall(prepared, context), answer: "nobody" });
    const approval = checkApproval(prepared, context, client, plan?.text);
    if (approval.kind === "refused") return denied(call, prepared, { ...approval, answer: "nobody" });
    const answer = approval.kind === "given" && approval.isRemembered ? (pending.answer ?? "remembered") : pending.answer;
    const mayRun = approval.kind === "given" || approval.question.digest === allowed?.digest;
    // A preview of its change also runs its program.
    if (!mayRun && !found.tool.definition.output.preview) slot.release();
    else if (!slot.isHeld && (await slot.acquire(signal, () => updateOutput?.(waiting))))
      return { ...pending, answer, prepared: checkAgain(call, prepared) };
    if (!mayRun) {
      // An answer to a question of a call that can't run would be lost.
      if (room?.hasRoom() === false) throw new NoRoomError();
      const isAgain = allowed !== undefined && approval.question.isPlan === true;
      if (isAgain && allowed.isAgain) return denied(call, prepared, { ...otherPlan, risk: allowed.risk });
      return await askFirst(call, prepared, { question: approval.question, isAgain });
    }
    const changed = allowed && changedSince(allowed.files);
    if (allowed === undefined || changed === undefined) return { kind: "approved", prepared, answer };
    return denied(call, prepared, { denial: { code: "changed-file", path: changed }, risk: allowed.risk, answer: allowed.outcome });
  } catch (error) {
    const known = () => ({ ...refusable(call), repaired: prepared.repaired, risk: riskOfCall(prepared, context) });
    if (signal.aborted) auditCancelledCall(known());
    else if (error instanceof NoRoomError) throw new NoRoomError(auditUnavailableCall({ ...known(), answer: pending.answer }));
    throw error;
  }
}

async function askFirst<Later>(
  call: CallToApprove<Later>,
  prepared: PreparedToRun,
  { question, isAgain }: { readonly question: ElicitationQuestion; readonly isAgain: boolean },
): Promise<Pending | Answered<Later>> {
  const { signal, client, slot } = call.served;
  const showChange = () => changeLines(prepared, { context: uncounted(call.context), signal }).finally(() => slot.release());
  const approval = await askUser(call.served, { question, isAgain }, showChange);
  if (approval.kind === "later") return { kind: "answered", response: approval.later };
  signal.throwIfAborted();
  if (approval.kind === "denied") return denied(call, prepared, { ...approval, risk: question.risk });
  const { outcome, files } = approval;
  const allowed = { ...question, outcome, files, isAgain: isAgain || approval.isAgain };
  await client.approvals.remember(outcome, question);
  return { kind: "pending", prepared: checkAgain(call, prepared), answer: outcome, allowed };
}

/** Nothing runs for a client whose user can't be asked. */
function planOf<Later>({ served: { client, signal }, context }: CallToApprove<Later>, prepared: PreparedToRun): Promise<Planned> {
  if (!client.canElicit) return Promise.resolve({ ok: true, text: "" });
  return runPlan(prepared, { context: uncounted(context), signal });
}

const checkAgain = <Later>(call: CallToApprove<Later>, before: PreparedToRun): PreparedOrRefused =>
  prepareOrRefuse(call.served.found.tool, call.args, uncounted(call.context), {
    ...before,
    ...beforeAsking(call.served.client, call.context),
  });

/** Prepares a call so that nothing is started for one that needs an answer which no user can give. */
export const beforeAsking = (client: Client, context: CallContext): Before => ({
  unasked: (definition, decided) => unaskedDenial({ definition, decided }, context, client),
});

interface DeniedFor {
  readonly denial: Denial;
  readonly risk: DecidedRisk;
  readonly answer: string;
}

const denied = <Later>(call: CallToApprove<Later>, { repaired }: PreparedToRun, { denial, risk, answer }: DeniedFor) =>
  responded(auditDeniedCall(denial, { ...refusable(call), repaired, risk, answer }));

const refusable = <Later>(call: CallToApprove<Later>) => ({
  tool: call.served.found.tool,
  args: call.args,
  via: call.via,
  context: uncounted(call.context),
});

const responded = (result: CallResult) => ({ kind: "answered", response: protocolResult(result) }) as const;

interface UserApproval {
  readonly kind: "allowed";
  readonly outcome: ToolConfirmationOutcome;
  readonly files: FileSnapshot;
  readonly isAgain: boolean;
}

/** No answer is given to what the call would do: it is another thing each time. */
const otherPlan = { denial: { code: "other-plan", isAgain: true }, answer: "nobody" } as const;

/** The outcome of a question. `answer` is the audit log's word. */
type UserAnswer<Later> =
  | UserApproval
  | { readonly kind: "denied"; readonly denial: Denial; readonly answer: string }
  | { readonly kind: "later"; readonly later: Later };

/** Asks the client's user whether a call may run. No answer counts as a denial. Rejects if the call is cancelled. */
async function askUser<Later>(
  { ask, signal }: ServedCall<Later>,
  { question, isAgain: isChanged }: { readonly question: ElicitationQuestion; readonly isAgain: boolean },
  showChange: LookAtChange,
): Promise<UserAnswer<Later>> {
  const { ProceedAlways, ProceedOnce, Cancel } = ToolConfirmationOutcome;
  const none = (reason: string) => ({ kind: "denied", denial: { code: "unanswered", reason }, answer: "none" }) as const;
  try {
    const reply = await ask(question, showChange, isChanged);
    if ("later" in reply) return { kind: "later", later: reply.later };
    const { answer, files, isAgain = false } = reply;
    if (answer === "other-plan") return { kind: "denied", ...otherPlan };
    if (answer === "no") return { kind: "denied", denial: { code: "by-user" }, answer: Cancel };
    if (answer === "unclear") return none("the client's answer could not be understood");
    return { kind: "allowed", outcome: answer === "always" ? ProceedAlways : ProceedOnce, files, isAgain };
  } catch (error) {
    signal.throwIfAborted();
    const [reason] = String(error instanceof Error ? error.message : error).split("\n");
    return none(`there was no answer (${reason})`);
  }
}

/**
 * Returns the change that a call would make, in lines of an elicitation, with a prefix that no line of the server
 * begins with. Returns no lines if the change is unknown.
 */
async function changeLines(
  prepared: PreparedToRun,
  { context, signal }: { readonly context: CallContext; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  if (!prepared.tool.definition.output.preview) return [];
  const change = await previewChange(prepared, { context, signal }).catch(() => undefined);
  signal.throwIfAborted();
  if (change === undefined || change === "unchanged") return [];
  const lines = makeFileDiff(change).fileDiff.replace(/\n$/, "").split("\n");
  const first = lines.findIndex((line) => line.startsWith("@@"));
  const shown = first === -1 ? ["A new file without content."] : lines.slice(first);
  return quotedLines(shown, "change");
}
