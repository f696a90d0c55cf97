import { anywhere, executeCallAsync, prepareOrRefuse } from "../runtime/call/execute-call.js";
import type { PreparedOrRefused } from "../runtime/call/prepared-or-refused.js";
import type { Denial } from "../runtime/contract/call-result.js";
import { ToolConfirmationOutcome } from "../runtime/contract/confirmation.js";
import { changedSince, type FileSnapshot } from "../runtime/edit/file-snapshot.js";
import { consentFor } from "../runtime/policy/read-settings.js";
import type { Destination } from "../runtime/result/shape-result.js";
import { auditCancelledCall, auditDeniedCall, auditRefusedCall } from "./audit-refused-call.js";
import { changeLines } from "./change-lines.js";
import { type Client, checkApproval, riskOfCall } from "./check-approval.js";
import { type ConcurrencySlot, maxCallsOfOne, maxConcurrentCalls } from "./concurrency-limit.js";
import type { ElicitationAnswer } from "./elicitation-form.js";
import type { ElicitationQuestion } from "./elicitation-question.js";
import { type ProtocolResult, protocolResult } from "./protocol-result.js";
import type { ServerOptions } from "./serve-tools.js";
import type { FoundServedTool } from "./tool-source.js";

/** A call that a client requests. */
export interface ServedCall<Later> {
  readonly found: FoundServedTool & { readonly ok: true };
  readonly args: unknown;
  readonly signal: AbortSignal;
  readonly updateOutput?: (output: string) => void;
  /** Keeps an output that has to be cut, and returns where it is; by default in a file. */
  readonly keepFull?: Destination["keepFull"];
  /** The call as its caller has already prepared it. */
  readonly prepared?: PreparedOrRefused;
  /** True for a call that is repeated with an answer. Its mistakes were counted the first time. */
  readonly isRepeated: boolean;
  readonly client: Client;
  /** The caller as authenticated over HTTP; empty if callers aren't known. */
  readonly principal?: string;
  /** Held while the call's program runs, also for a preview, and released while the user is asked. */
  readonly slot: ConcurrencySlot;
  /**
   * Asks a question. If the answer comes with another request, returns the result of this one. Rejects if no answer
   * comes.
   */
  ask(question: ElicitationQuestion, change: LookAtChange): Promise<Reply | { readonly later: Later }>;
}

/** Previews the change that the call would make, for a question that is about to be asked. */
export type LookAtChange = () => Promise<readonly string[]>;

/** An answer, and the old content of the files that the call changes, from the time of the question. */
export interface Reply extends Pick<ElicitationQuestion, "files"> {
  readonly answer: ElicitationAnswer;
}

/** Executes a call that is approved and has a slot. */
export async function executeToolCall<Later>(call: ServedCall<Later>, options: ServerOptions): Promise<ProtocolResult | Later> {
  try {
    return await settleAndRun(call, options);
  } finally {
    call.slot.release();
  }
}

/**
 * Runs the approved call. After an answer, and after waiting for a slot, everything that can have changed is checked
 * again. If that leads to another question, it is asked too; if the file has changed, the model gets a message.
 */
async function settleAndRun<Later>(call: ServedCall<Later>, options: ServerOptions): Promise<ProtocolResult | Later> {
  const { found, args, signal, client, principal = "", updateOutput, slot } = call;
  const { tool, projectDir } = found;
  const { workspace, env, risk, via = "mcp" } = options;
  const context = {
    workspace,
    projectDir,
    env,
    ...(principal !== "" && { principal }),
    ...(risk && { commandLine: consentFor(risk, tool.definition) }),
  };
  // Made on demand, because reading each variable of an environment is slow.
  const uncounted = () => ({ ...context, env: { ...env, TOOLGEN_REPAIRS: undefined } });
  const refused = () => ({ tool, args, via, context: uncounted() });
  const again = (before: PreparedOrRefused) => prepareOrRefuse(tool, args, uncounted(), before);
  let prepared = call.prepared ?? prepareOrRefuse(tool, args, call.isRepeated ? uncounted() : context);
  let answer: string | undefined;
  try {
    for (let allowed: Allowed | undefined; ; ) {
      if (!prepared.ok) return protocolResult(auditRefusedCall(prepared, { ...refused(), answer }));
      const { repaired } = prepared;
      const consent = checkApproval(prepared, context, client);
      if (consent.kind === "refused")
        return protocolResult(auditDeniedCall(consent.denial, { ...refused(), repaired, risk: consent.risk, answer: "nobody" }));
      if (consent.kind === "given") answer ??= consent.isRemembered ? "remembered" : undefined;
      const mayRun = consent.kind === "given" || consent.question.digest === allowed?.digest;
      // A preview of its change also runs its program.
      if (!mayRun && !tool.definition.output.preview) slot.release();
      else if (!slot.isHeld && (await slot.acquire(signal, () => updateOutput?.(waiting)))) {
        prepared = again(prepared);
        continue;
      }
      if (mayRun) {
        const changed = allowed && changedSince(allowed.files);
        if (allowed === undefined || changed === undefined) break;
        const denial = { code: "changed-file", path: changed } as const;
        return protocolResult(auditDeniedCall(denial, { ...refused(), repaired, risk: allowed.risk, answer: allowed.outcome }));
      }
      const { question } = consent;
      const shown = prepared;
      const approval = await answered(call, question, () =>
        changeLines(shown, { context: uncounted(), signal }).finally(() => slot.release()),
      );
      if (approval.kind === "later") return approval.later;
      signal.throwIfAborted();
      if (approval.kind !== "allowed")
        return protocolResult(auditDeniedCall(approval.denial, { ...refused(), repaired, risk: question.risk, answer: approval.answer }));
      answer = approval.outcome;
      await client.approvals.remember(approval.outcome, question);
      allowed = { ...question, outcome: approval.outcome, files: approval.files };
      prepared = again(prepared);
    }
  } catch (error) {
    if (signal.aborted && prepared.ok)
      auditCancelledCall({ ...refused(), repaired: prepared.repaired, risk: riskOfCall(prepared, context) });
    throw error;
  }
  const callOptions = { ...context, via, prepared, signal, ...(answer !== undefined && { answer }) };
  const destination = { ...anywhere, ...(call.keepFull && { keepFull: call.keepFull }) };
  const result = await executeCallAsync(tool, args, { ...callOptions, ...(updateOutput && { updateOutput }) }, destination);
  return protocolResult(result, { isVerbatim: tool.definition.output.verbatim === true });
}

/** Receives progress. */
const waiting = `Waits for other calls: at most ${maxConcurrentCalls} run at once, and ${maxCallsOfOne} of one caller.`;

/** A call that the user has approved, and its files at that time. */
interface Allowed extends Pick<ElicitationQuestion, "digest" | "risk" | "files"> {
  readonly outcome: ToolConfirmationOutcome;
}

/** The result of an elicitation. No answer counts as a denial. */
type Answered<Later> =
  | { readonly kind: "allowed"; readonly outcome: ToolConfirmationOutcome; readonly files: FileSnapshot }
  | { readonly kind: "denied"; readonly denial: Denial; readonly answer: string }
  | { readonly kind: "later"; readonly later: Later };

async function answered<Later>(
  { ask, signal }: ServedCall<Later>,
  question: ElicitationQuestion,
  change: LookAtChange,
): Promise<Answered<Later>> {
  const { ProceedAlways, ProceedOnce, Cancel } = ToolConfirmationOutcome;
  const none = (why: string) => ({ kind: "denied", denial: { code: "unanswered", reason: why }, answer: "none" }) as const;
  try {
    const reply = await ask(question, change);
    if ("later" in reply) return { kind: "later", later: reply.later };
    const { answer, files } = reply;
    if (answer === "no") return { kind: "denied", denial: { code: "by-user" }, answer: Cancel };
    if (answer === "unclear") return none("the client's answer could not be understood");
    return { kind: "allowed", outcome: answer === "always" ? ProceedAlways : ProceedOnce, files };
  } catch (error) {
    signal.throwIfAborted();
    const [reason] = String(error instanceof Error ? error.message : error).split("\n");
    return none(`there was no answer (${reason})`);
  }
}
