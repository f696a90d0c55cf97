import type { HookDecision } from "./decide-hook-call.js";

/** The answer of the program to a client. Without a reply and a reason to block, the hook has nothing to say. */
export interface HookAnswer {
  /** The JSON that the client reads. */
  readonly reply?: object;
  /** The reason of a blocked call, for clients that learn of the block by the exit code. */
  readonly blockReason?: string;
  readonly denied?: true;
}

/** How a client takes the answer of a hook. */
export interface HookForm {
  /** True if the client obeys `allow` and `ask`; otherwise it obeys `deny` alone, and its own policy asks. */
  readonly canAsk: boolean;
  readonly answer: (decision: "allow" | "ask" | "deny", reason: string) => HookAnswer;
}

/** `PreToolUse`, as Claude Code made it. */
const preToolUse: HookForm["answer"] = (decision, reason) => ({
  reply: {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: decision,
      ...(reason !== "" && { permissionDecisionReason: reason }),
    },
  },
});

const flat: HookForm["answer"] = (decision, reason) => ({
  reply: { permissionDecision: decision, ...(reason !== "" && { permissionDecisionReason: reason }) },
});

const byExitCode: HookForm["answer"] = (_, reason) => ({ blockReason: reason });

/** The clients whose hooks the program answers. */
export const hookForms: Readonly<Record<string, HookForm>> = {
  claude: { canAsk: true, answer: preToolUse },
  copilot: { canAsk: true, answer: flat },
  codex: { canAsk: false, answer: preToolUse },
  qwen: { canAsk: false, answer: preToolUse },
  // Its plugin starts the program, and throws what this prints.
  opencode: { canAsk: false, answer: byExitCode },
};

const silence: HookAnswer = {};

/**
 * Renders a decision. A client that obeys `deny` alone asks by its own policy. `isRunUnasked` says that this policy
 * runs the tool without a question: then what must be asked about is refused, because the user would not be asked.
 */
export function answerHook(form: HookForm, decision: HookDecision, isRunUnasked: () => boolean): HookAnswer {
  const deny = (reason: string): HookAnswer => ({ ...form.answer("deny", reason), denied: true });
  if (decision.decision === "deny") return deny(decision.reason);
  if (form.canAsk) return form.answer(decision.decision, decision.decision === "ask" ? decision.reason : "");
  return decision.decision === "ask" && isRunUnasked() ? deny(unaskedReason(decision.reason)) : silence;
}

export const sayNothing = (): HookAnswer => silence;

/** Renders a failure of the program itself, which every client takes as a denial. */
export const failHook = (problem: string): HookAnswer => ({ blockReason: hookFailureText(problem) });

export const hookFailureText = (problem: string): string =>
  `The call was not sent: ${problem}. Tell the user, who can run 'toolgen doctor'.`;

const unaskedReason = (reason: string) =>
  `${reason}\nThis client would run it without asking, so it was not run. Only the user can change this. Do not try to achieve the same result another way.`;
