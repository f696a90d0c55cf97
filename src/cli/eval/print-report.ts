import type { PlainDiagnostic } from "../../contract/diagnostic.js";
import { formatForMachine } from "../../contract/format-diagnostics.js";
import type { GlobalOptions } from "../command.js";
import type { Terminal } from "../io/terminal.js";
import type { EvalFormat } from "../parser/commands.js";
import { repositoryPath } from "../project/report-diagnostics.js";
import { type EvalReport, evalFailures, evalRows } from "./eval-report.js";
import { caseKey, type EvalOutcome } from "./eval-results.js";
import { attemptText, describeFailure, formatEval, formatEvalMarkdown } from "./format-eval.js";

interface Printing extends GlobalOptions {
  readonly format: EvalFormat;
  readonly terminal: Terminal;
}

/** Prints a report in a format. */
export function printReport(report: EvalReport, { format, terminal, ...options }: Printing): string {
  switch (format) {
    case "pretty":
      return formatEval(report, { color: terminal.color.out });
    case "json":
      return json(report);
    case "markdown":
      return formatEvalMarkdown(report);
    case "github":
    case "sarif":
    case "junit": {
      const prefix = format === "junit" ? "" : repositoryPath(options, terminal);
      return formatForMachine(
        evalDiagnostics(report).map((one) => ({ ...one, file: `${prefix}${one.file}` })),
        format,
      );
    }
    default:
      return format satisfies never;
  }
}

function json({ evaluation, base, ...rest }: EvalReport): string {
  const { positions: _, ...counts } = rest;
  const comparison = base && {
    base: base.name,
    before: base.comparison.before,
    after: base.comparison.after,
    cases: base.comparison.cases.map(({ change, after: { tool, example, prompt } }) => ({ change, tool, example, prompt })),
  };
  return `${JSON.stringify({ ...evaluation, tools: evalRows(evaluation.cases), ...counts, ...(comparison && { comparison }) }, null, 2)}\n`;
}

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
