import type { ConfirmationAnswer, ConfirmationRequest } from "../../runtime/flow/confirm.js";
import { ToolConfirmationOutcome } from "../../runtime/tool/confirmation.js";
import { outcomes } from "./answers.js";
import type { Decided } from "./ask.js";
import { type Question, questionOf } from "./question.js";

/** What becomes of a call that somebody would be asked about, where there is nobody. */
export type Unattended = "allow" | "deny" | "pause";

export interface Confirming {
  /** Asks somebody; `undefined`: there is nobody. */
  readonly ask: ((question: Question, signal: AbortSignal) => Promise<Decided>) | undefined;
  readonly unattended: Unattended;
  /** Tells the user something in a line. */
  readonly say: (line: string) => void;
}

/** Decides on a call: by asking, or by what is to be where nobody can be asked. What an "always" is about, and how it is kept, is the registry's affair. */
export async function confirmCall(
  request: ConfirmationRequest,
  { ask, unattended, say }: Confirming,
): Promise<ConfirmationAnswer | "pause"> {
  if (ask === undefined) return answerUnattended(request.tool.name, { unattended, say });
  const decided = await ask(questionOf(request), request.signal);
  return decided === "aborted" ? ToolConfirmationOutcome.Cancel : outcomes[decided];
}

function answerUnattended(tool: string, { unattended, say }: Pick<Confirming, "unattended" | "say">): ConfirmationAnswer | "pause" {
  if (unattended === "pause") return "pause";
  if (unattended === "allow") return ToolConfirmationOutcome.ProceedOnce;
  say(
    `${tool} is to be confirmed, and nobody can be asked here, so it was not carried out. --risk ${tool}=allow allows it for a run; see also --unattended.`,
  );
  return ToolConfirmationOutcome.Cancel;
}
