import { caseKey } from "./eval-case.js";
import { countAttempts, type EvalCounts, type EvaluatedCase, rightShare } from "./eval-results.js";

/** A case of two evaluations, with the share of right answers in each. */
export interface ComparedCase {
  readonly after: EvaluatedCase;
  readonly before: EvaluatedCase;
  readonly change: "win" | "loss" | "same";
}

export interface EvalComparison {
  readonly cases: readonly ComparedCase[];
  /** Counts of the compared cases alone. */
  readonly before: EvalCounts;
  readonly after: EvalCounts;
  /** Cases that only the later, or only the earlier evaluation has answers for. */
  readonly added: number;
  readonly removed: number;
}

/** Compares the answers to cases that two evaluations share: by tool, example and prompt. */
export function compareEvaluations(before: readonly EvaluatedCase[], after: readonly EvaluatedCase[]): EvalComparison {
  const earlier = new Map(before.filter(hasAnswer).map((one) => [caseKey(one), one]));
  const later = after.filter(hasAnswer);
  const cases = later.flatMap((one): readonly ComparedCase[] => {
    const other = earlier.get(caseKey(one));
    return other === undefined ? [] : [{ before: other, after: one, change: changeOf(other, one) }];
  });
  return {
    cases,
    before: countAttempts(cases.map((one) => one.before)),
    after: countAttempts(cases.map((one) => one.after)),
    added: later.length - cases.length,
    removed: earlier.size - cases.length,
  };
}

function changeOf(before: EvaluatedCase, after: EvaluatedCase): ComparedCase["change"] {
  const [earlier = 0, later = 0] = [before, after].map((one) => rightShare(countAttempts([one])));
  return later > earlier ? "win" : later < earlier ? "loss" : "same";
}

const hasAnswer = (one: EvaluatedCase) => countAttempts([one]).answered > 0;
