import { type Attempt, isAnswered, isRight, isRightTool } from "./attempt.js";
import type { EvalCase, ExpectedChoice } from "./eval-case.js";

/** The results of an evaluation, as `--save` writes them: nothing in them depends on the machine or the time. */
export interface EvalResults {
  readonly version: 1;
  readonly model: string;
  /** The form of the tools that the model was offered. */
  readonly showing: string;
  readonly system?: string;
  /** False if it was stopped before all requests were made. */
  readonly isComplete: boolean;
  readonly cases: readonly EvaluatedCase[];
}

/** A case with the model's answers, at least one. */
export interface EvaluatedCase extends Pick<EvalCase, "tool" | "example" | "prompt" | "expected"> {
  readonly attempts: readonly Attempt[];
}

/** Counts of attempts. Those without an answer count for `unanswered` alone. */
export interface EvalCounts {
  readonly answered: number;
  readonly rightTool: number;
  /** Right tool and right arguments. */
  readonly right: number;
  readonly repaired: number;
  readonly unanswered: number;
  readonly tokens: number;
}

/** Counts the attempts of cases. */
export function countAttempts(cases: readonly Pick<EvaluatedCase, "attempts">[]): EvalCounts {
  const attempts = cases.flatMap((one) => one.attempts);
  const number = (test: (attempt: Attempt) => boolean) => attempts.filter(test).length;
  return {
    answered: number(isAnswered),
    rightTool: number(isRightTool),
    right: number(isRight),
    repaired: number(({ repairs }) => repairs.length > 0),
    unanswered: number((attempt) => !isAnswered(attempt)),
    tokens: attempts.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

/** The share of answers that are right, from 0 to 1; `undefined` without an answer. */
export const rightShare = ({ right, answered }: Pick<EvalCounts, "right" | "answered">): number | undefined =>
  answered === 0 ? undefined : right / answered;

/**
 * The tool that a case counts for in tables: the one that should be chosen, or the one whose spec says that none
 * should.
 */
export const expectedTool = ({ tool, expected }: { readonly tool: string; readonly expected: ExpectedChoice }): string =>
  expected.kind === "none" ? tool : expected.tool;
