import type { Denial } from "../../runtime/contract/call-result.js";
import { ToolConfirmationOutcome } from "../../runtime/contract/confirmation.js";
import type { FileSnapshot } from "../../runtime/edit/file-snapshot.js";
import type { LookAtChange, ServedCall } from "../call/served-call.js";
import type { ElicitationQuestion } from "./elicitation-question.js";

export interface UserApproval {
  readonly kind: "allowed";
  readonly outcome: ToolConfirmationOutcome;
  readonly files: FileSnapshot;
}

/** The outcome of a question. `answer` is the audit log's word. */
type UserAnswer<Later> =
  | UserApproval
  | { readonly kind: "denied"; readonly denial: Denial; readonly answer: string }
  | { readonly kind: "later"; readonly later: Later };

/** Asks the client's user whether a call may run. No answer counts as a denial. Rejects if the call is cancelled. */
export async function askUser<Later>(
  { ask, signal }: ServedCall<Later>,
  question: ElicitationQuestion,
  showChange: LookAtChange,
): Promise<UserAnswer<Later>> {
  const { ProceedAlways, ProceedOnce, Cancel } = ToolConfirmationOutcome;
  const none = (reason: string) => ({ kind: "denied", denial: { code: "unanswered", reason }, answer: "none" }) as const;
  try {
    const reply = await ask(question, showChange);
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
