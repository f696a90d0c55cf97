import type { PlainDiagnostic } from "../../diagnostics/collector.js";
import type { EvalOutcome } from "../../eval/attempt.js";
import { caseKey } from "../../eval/eval-case.js";
import { attemptText, describeFailure } from "./describe-failure.js";
import { type EvalReport, evalFailures } from "./eval-report.js";

const sayWhen = "Say in the tool's description when to use it and when not.";
const explainParameters = "Say in the descriptions of the parameters what each means.";

/** Says what to change after an answer that isn't right. */
const advice: Readonly<Record<EvalOutcome, string>> = {
  right: "",
  "wrong-arguments": explainParameters,
  "refused-arguments": explainParameters,
  "wrong-tool": sayWhen,
  "no-call": sayWhen,
  unanswered: "This says nothing about the tools. Check the provider, and evaluate again.",
};

/** Answers that aren't right as diagnostics at their examples, for the formats of CI systems. A loss is an error. */
export function evalDiagnostics({ evaluation, positions, base }: EvalReport): readonly PlainDiagnostic[] {
  const losses = new Set(base?.comparison.cases.filter(({ change }) => change === "loss").map(({ after }) => caseKey(after)));
  return evalFailures(evaluation.cases).map((failure) => {
    const { evalCase, attempt } = failure;
    const { file, line } = positions.get(caseKey(evalCase)) ?? { file: "toolgen.yaml", line: 1 };
    const isError = losses.has(caseKey(evalCase)) || attempt.outcome === "unanswered";
    return {
      code: `eval-${attempt.outcome}`,
      severity: isError ? "error" : "warning",
      message: `${attemptText(failure)} for the prompt '${evalCase.prompt}': ${describeFailure(failure).join("; ")}`,
      file,
      line,
      column: 1,
      help: losses.has(caseKey(evalCase)) ? "Fewer answers are right than before." : advice[attempt.outcome],
    };
  });
}
