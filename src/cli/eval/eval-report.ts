import type { Attempt } from "../../eval/attempt.js";
import { isRight } from "../../eval/attempt.js";
import type { EvalComparison } from "../../eval/compare-evaluations.js";
import type { EvalCase } from "../../eval/eval-case.js";
import { countAttempts, type EvalCounts, type EvalResults, type EvaluatedCase, expectedTool } from "../../eval/eval-results.js";
import { groupBy } from "../text/group-by.js";

/** All that a report of an evaluation shows. */
export interface EvalReport {
  readonly evaluation: EvalResults;
  /** The cases with their positions, in the order of those of the evaluation. */
  readonly positions: ReadonlyMap<string, Pick<EvalCase, "file" | "line">>;
  /** The file or revision that the evaluation is compared with. */
  readonly base?: { readonly name: string; readonly comparison: EvalComparison; readonly notes: readonly string[] };
  /** Examples without a prompt, and cases whose tools aren't offered: neither is evaluated. */
  readonly withoutPrompt: number;
  readonly notOffered: number;
  /** Requests that weren't made, and why. */
  readonly pending: number;
  readonly stopped?: string;
}

/** A row of the table of tools. */
export interface EvalRow extends EvalCounts {
  readonly name: string;
}

/** Counts the attempts by the tool that should be chosen, by name, and all together in the last row. */
export function evalRows(cases: readonly EvaluatedCase[]): readonly EvalRow[] {
  const names = [...new Set(cases.map(expectedTool))].sort();
  const rows = names.map((name) => ({ name, ...countAttempts(cases.filter((one) => expectedTool(one) === name)) }));
  return [...rows, { name: "all", ...countAttempts(cases) }];
}

/** An attempt that isn't right, with the number of attempts of its case that are the same. */
export interface EvalFailure {
  readonly evalCase: EvaluatedCase;
  readonly attempt: Attempt;
  readonly times: number;
}

/** The attempts that aren't right. Equal ones of a case are one failure. */
export function evalFailures(cases: readonly EvaluatedCase[]): readonly EvalFailure[] {
  return cases.flatMap((evalCase) => {
    const grouped = groupBy(
      evalCase.attempts.filter((attempt) => !isRight(attempt)),
      ({ outcome, call, problem }) => JSON.stringify([outcome, call, problem]),
    );
    return [...grouped.values()].flatMap((same) => {
      const [attempt] = same;
      return attempt === undefined ? [] : [{ evalCase, attempt, times: same.length }];
    });
  });
}
