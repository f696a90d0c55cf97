import type { JsonValue } from "../runtime/json/json-value.js";

/**
 * How a model's answer to a prompt ended. `unanswered`: the provider failed, or the answer was cut off, which says
 * nothing about the tools.
 */
export const evalOutcomes = ["right", "wrong-arguments", "refused-arguments", "wrong-tool", "no-call", "unanswered"] as const;
export type EvalOutcome = (typeof evalOutcomes)[number];

/** One answer of a model to the prompt of a case. */
export interface Attempt {
  readonly outcome: EvalOutcome;
  /** The first call of the answer, with the arguments as the model sent them. */
  readonly call?: { readonly tool: string; readonly arguments: JsonValue };
  /** The arguments after repair, if they are other than those that were sent. */
  readonly repaired?: JsonValue;
  /** The rules of repair that changed the call, in their order. */
  readonly repairs: readonly string[];
  /** Why the arguments were refused, or the prompt wasn't answered. */
  readonly problem?: string;
  /** Further calls in the same answer, which aren't compared. */
  readonly moreCalls?: number;
  /** Tokens that the provider counted, read and written. */
  readonly tokens: number;
}

const withRightTool: readonly EvalOutcome[] = ["right", "wrong-arguments", "refused-arguments"];

export const isRightTool = ({ outcome }: Attempt): boolean => withRightTool.includes(outcome);
export const isRight = ({ outcome }: Attempt): boolean => outcome === "right";
export const isAnswered = ({ outcome }: Attempt): boolean => outcome !== "unanswered";
