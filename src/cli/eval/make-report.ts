import { compareEvaluations } from "../../eval/compare-evaluations.js";
import { caseKey, type EvalCase } from "../../eval/eval-case.js";
import type { EvalResults } from "../../eval/eval-results.js";
import type { Model } from "../../model/tool.js";
import type { EvalAnswers } from "./ask-with-model.js";
import type { EvalOptions } from "./eval-options.js";
import type { EvalReport } from "./eval-report.js";

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
