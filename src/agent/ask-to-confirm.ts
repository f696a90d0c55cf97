import type { CallRisk } from "../call/approvals.js";
import {
  type ToolCallConfirmationDetails,
  ToolConfirmationOutcome,
  type ToolConfirmationPayload,
  type ToolEditConfirmationDetails,
} from "../contract/confirmation.js";
import type { ToolMetadata } from "../contract/risk.js";
import { unlessAborted } from "../contract/time-limit.js";
import type { openEditor } from "./open-editor.js";
import type { AnyDeclarativeTool } from "./tool/declarative-tool.js";
import { reportCallback } from "./tool/host-callback.js";
import type { AnyToolInvocation } from "./tool/tool-invocation.js";

/** A call to confirm. */
export interface ConfirmationRequest {
  readonly tool: AnyDeclarativeTool;
  readonly invocation: AnyToolInvocation;
  /** The known risk of the tool. Its `impactDescription` is the call's own, if the tool has one. */
  readonly metadata: ToolMetadata | undefined;
  /** The risk of the call, if its tool decides by the arguments. */
  readonly risk: CallRisk | undefined;
  /** The content to show. The asking code calls its `onConfirm`, not the callback that answers. */
  readonly details: ToolCallConfirmationDetails;
  /** Aborted when the answer is no longer needed. */
  readonly signal: AbortSignal;
}

/** The answer. `payload` comes with an outcome that proceeds, for example content that replaces the proposed one. */
export type ConfirmationAnswer =
  | ToolConfirmationOutcome
  | {
      readonly outcome: ToolConfirmationOutcome;
      readonly payload?: ToolConfirmationPayload;
      /** With `cancel`: the text for the model, instead of "Tool execution denied by user.". */
      readonly reason?: string;
      /** True if no user was asked, because the answer was decided before. The audit log records it. */
      readonly unattended?: true;
    };

/** The final answer. */
export type Confirmed = Pick<Exclude<ConfirmationAnswer, string>, "outcome" | "reason" | "unattended">;

/** How the user is asked, and how they edit. */
export interface Asking {
  readonly confirm: (request: ConfirmationRequest) => Promise<ConfirmationAnswer>;
  /** Milliseconds for one answer, after which the call is refused; by default there is no limit. */
  readonly confirmTimeoutMs?: number;
  /** Lets the user edit proposed content and returns it; by default with the editor that `VISUAL` or `EDITOR` names. */
  readonly modifyWithEditor?: typeof openEditor;
}

/** There is no decision. The message is for the model. */
export class UnansweredError extends Error {
  override readonly name = "UnansweredError";
}

/** A confirmation that returns this often without a decision counts as unanswered. */
const mostQuestions = 100;

/**
 * Asks until an answer proceeds or cancels, and reports it to the call. `ModifyWithEditor` opens the editor with the
 * proposed content, and asks again about the result. Throws an `UnansweredError` at the time limit, and if the callback
 * fails or its answer is invalid.
 */
export async function askToConfirm(request: ConfirmationRequest, asking: Asking): Promise<Confirmed> {
  let { details } = request;
  const { systemMessage } = details;
  const proposed = details.type === "edit" ? details.newContent : "";
  for (let question = 0; question < mostQuestions; question += 1) {
    request.signal.throwIfAborted();
    const { outcome, payload, reason, unattended } = await answerTo({ ...request, details }, asking);
    if (outcome !== ToolConfirmationOutcome.ModifyWithEditor) {
      await details.onConfirm(outcome, payload);
      return { outcome, ...(typeof reason === "string" && { reason }), ...(unattended === true && { unattended }) };
    }
    const edit = asking.modifyWithEditor;
    details =
      details.type === "edit"
        ? await modified(details, { proposed, systemMessage, signal: request.signal, edit })
        : withReason(details, "This call has no content to edit.", systemMessage);
  }
  throw new UnansweredError(
    `${request.tool.name} was not run: after ${mostQuestions} questions there was no decision. Ask the user before you call it again.`,
  );
}

type Answer = Exclude<ConfirmationAnswer, string>;

async function answerTo(request: ConfirmationRequest, { confirm, confirmTimeoutMs }: Asking): Promise<Answer> {
  if (confirmTimeoutMs === undefined) return unlessAborted(answerOf(confirm, request), request.signal);
  const limit = new AbortController();
  const seconds = confirmTimeoutMs / 1000;
  const reason = `${request.tool.name} was not run: it must be confirmed, and there was no answer within ${seconds} seconds. Ask the user before you call it again.`;
  const timer = setTimeout(() => limit.abort(new UnansweredError(reason)), confirmTimeoutMs);
  const signal = AbortSignal.any([request.signal, limit.signal]);
  try {
    return await unlessAborted(answerOf(confirm, { ...request, signal }), signal);
  } finally {
    clearTimeout(timer);
  }
}

/** A callback that fails, or answers with something else, has decided nothing. The model isn't told why. */
async function answerOf(confirm: Asking["confirm"], request: ConfirmationRequest): Promise<Answer> {
  try {
    return understood(await confirm(request));
  } catch (error) {
    const { signal, tool } = request;
    if (signal.aborted && (error === signal.reason || (error instanceof Error && error.name === "AbortError"))) throw error;
    reportCallback("confirm", error);
    throw new UnansweredError(`${tool.name} was not run: its confirmation failed. Ask the user before you call it again.`);
  }
}

const outcomes = new Set<unknown>(Object.values(ToolConfirmationOutcome));

/** An invalid outcome decides nothing, and no call runs because of it. */
function understood(answer: unknown): Answer {
  const isBare = typeof answer !== "object" || answer === null;
  const given = (isBare ? { outcome: answer } : answer) as Answer;
  if (!outcomes.has(given.outcome))
    throw new TypeError(`A confirmation must be answered with a ToolConfirmationOutcome, not ${JSON.stringify(given.outcome)}.`);
  return given;
}

interface Editing {
  readonly proposed: string;
  /** The message of the first question. */
  readonly systemMessage: string | undefined;
  readonly signal: AbortSignal;
  readonly edit: Asking["modifyWithEditor"];
}

/** The confirmation after an editor was open; if that failed, the original confirmation, with the reason. */
async function modified(
  { systemMessage: _, ...details }: ToolEditConfirmationDetails,
  { proposed, systemMessage, signal, edit }: Editing,
): Promise<ToolEditConfirmationDetails> {
  const { editedDetails } = await import("./file-diff.js");
  try {
    const open = edit ?? (await import("./open-editor.js")).openEditor;
    const edited = await open({ filePath: details.filePath, content: details.newContent, signal });
    return editedDetails({ ...details, ...(systemMessage !== undefined && { systemMessage }) }, { edited, proposed });
  } catch (error) {
    signal.throwIfAborted();
    return withReason(details, error instanceof Error ? error.message : String(error), systemMessage);
  }
}

function withReason<T extends ToolCallConfirmationDetails>(details: T, reason: string, systemMessage: string | undefined): T {
  return { ...details, systemMessage: systemMessage === undefined ? reason : `${reason}\n${systemMessage}` };
}
