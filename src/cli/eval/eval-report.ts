import type { Model } from "../../compiler/model.js";
import { exitCode } from "../command.js";
import { groupBy } from "../io/format-text.js";
import type { EvalAnswers, EvalOptions } from "./ask-with-model.js";
import {
  type Attempt,
  caseKey,
  compareEvaluations,
  countAttempts,
  type EvalCase,
  type EvalComparison,
  type EvalCounts,
  type EvalResults,
  type EvaluatedCase,
  expectedTool,
  isRight,
  rightShare,
} from "./eval-results.js";

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
interface EvalRow extends EvalCounts {
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

interface ReportParts {
  readonly answers: EvalAnswers;
  readonly options: Pick<EvalOptions, "model" | "as" | "system" | "only" | "filter">;
  readonly model: Model;
  /** The evaluation of `--compare`, with the file's name. */
  readonly saved: { readonly name: string; readonly evaluation: EvalResults } | undefined;
  /** The revision of `--base`. */
  readonly base: string | undefined;
  readonly cases: readonly EvalCase[];
  readonly notOffered: number;
}

const reasons: Readonly<Record<NonNullable<EvalAnswers["stopped"]>, string>> = {
  calls: "--max-calls was reached.",
  tokens: "--max-tokens was reached.",
  time: "--max-time was reached.",
  user: "The evaluation was interrupted.",
  fatal: "The evaluation was stopped, because every request would fail.",
};

export function makeReport({ answers, options, model, saved, base, cases, notOffered }: ReportParts): EvalReport {
  const { after, before, pending, stopped } = answers;
  const areAll = options.only === undefined && options.filter === undefined;
  const evaluation: EvalResults = {
    version: 1,
    model: options.model ?? "",
    showing: options.as,
    ...(options.system !== undefined && { system: options.system }),
    isComplete: pending === 0,
    cases: after,
  };
  return {
    evaluation,
    positions: new Map(cases.map((one) => [caseKey(one), one])),
    ...(saved !== undefined && {
      base: {
        name: saved.name,
        comparison: compareEvaluations(saved.evaluation.cases, after),
        notes: differences(saved.evaluation, evaluation),
      },
    }),
    ...(base !== undefined && before !== undefined && { base: { name: base, comparison: compareEvaluations(before, after), notes: [] } }),
    withoutPrompt: areAll ? model.tools.flatMap(({ examples }) => examples.filter(({ prompts }) => prompts.length === 0)).length : 0,
    notOffered,
    pending,
    ...(stopped !== undefined && { stopped: reasons[stopped] }),
  };
}

/** Sentences about what else differs between two evaluations, which may be the reason for other results. */
function differences(before: EvalResults, after: EvalResults): readonly string[] {
  const pairs = [
    ["model", before.model, after.model],
    ["form of the tools", before.showing, after.showing],
    ["system prompt", before.system, after.system],
  ] as const;
  return pairs.flatMap(([what, earlier, later]) =>
    earlier === later ? [] : [`The ${what} is another one: ${earlier ?? "none"} before, ${later ?? "none"} now.`],
  );
}

interface Demands extends Pick<EvalAnswers, "stopped"> {
  /** The least share of right answers, in percent. */
  readonly minRight: number | undefined;
}

/**
 * Returns the code of a failure for too few right answers, for fewer than before to a prompt, and for prompts without
 * an answer. Limits have a code of their own.
 */
export function evalExitCode({ evaluation, base }: EvalReport, { minRight = 0, stopped }: Demands): number {
  const counts = countAttempts(evaluation.cases);
  const hasLoss = base?.comparison.cases.some(({ change }) => change === "loss") === true;
  if (stopped === "fatal" || hasLoss || counts.unanswered > 0 || (rightShare(counts) ?? 0) * 100 < minRight) return exitCode.failed;
  return stopped === undefined ? exitCode.done : exitCode.unfinished;
}
