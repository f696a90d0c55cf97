import { prepareOrRefuse } from "../../runtime/call/execute-call.js";
import type { PreparedOrRefused, PreparedToRun } from "../../runtime/call/prepared-or-refused.js";
import type { Via } from "../../runtime/contract/audit-line.js";
import type { CallContext } from "../../runtime/contract/call.js";
import type { CallResult, Denial } from "../../runtime/contract/call-result.js";
import type { DecidedRisk } from "../../runtime/contract/decision.js";
import { changedSince } from "../../runtime/edit/file-snapshot.js";
import { uncounted } from "../../runtime/telemetry/statistics/uncounted.js";
import { auditCancelledCall, auditDeniedCall, auditRefusedCall, auditUnavailableCall } from "../call/audit-refused-call.js";
import { maxCallsOfOne, maxConcurrentCalls } from "../call/concurrency-limit.js";
import { NoRoomError } from "../call/result-room.js";
import type { ServedCall } from "../call/served-call.js";
import { type ProtocolResult, protocolResult } from "../protocol/protocol-result.js";
import { askUser, type UserApproval } from "./ask-user.js";
import { changeLines } from "./change-lines.js";
import { checkApproval, riskOfCall } from "./check-approval.js";
import type { ElicitationQuestion } from "./elicitation-question.js";

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
}

/** Receives progress. */
const waiting = `Waits for other calls: at most ${maxConcurrentCalls} run at once, and ${maxCallsOfOne} of one caller.`;

/**
 * Gets the approval and the slot that a call needs. After an answer, and after waiting for a slot, everything that can
 * have changed is checked again. If that leads to another question, it is asked too; if a file has changed that the
 * question showed, the model gets a message.
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
  if (!prepared.ok) return responded(auditRefusedCall(prepared, { ...refusable(call), answer: pending.answer }));
  try {
    const approval = checkApproval(prepared, context, client);
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
      return await askFirst(call, prepared, approval.question);
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
  question: ElicitationQuestion,
): Promise<Pending | Answered<Later>> {
  const { signal, client, slot } = call.served;
  const showChange = () => changeLines(prepared, { context: uncounted(call.context), signal }).finally(() => slot.release());
  const approval = await askUser(call.served, question, showChange);
  if (approval.kind === "later") return { kind: "answered", response: approval.later };
  signal.throwIfAborted();
  if (approval.kind === "denied") return denied(call, prepared, { ...approval, risk: question.risk });
  const { outcome, files } = approval;
  await client.approvals.remember(outcome, question);
  return { kind: "pending", prepared: checkAgain(call, prepared), answer: outcome, allowed: { ...question, outcome, files } };
}

const checkAgain = <Later>(call: CallToApprove<Later>, before: PreparedToRun): PreparedOrRefused =>
  prepareOrRefuse(call.served.found.tool, call.args, uncounted(call.context), before);

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
