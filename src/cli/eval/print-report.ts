import { formatForMachine } from "../../diagnostics/formats/format-for-machine.js";
import type { Terminal } from "../io/terminal.js";
import type { GlobalOptions } from "../options.js";
import { repositoryPath } from "../project/repository-path.js";
import { evalDiagnostics } from "./eval-diagnostics.js";
import type { EvalFormat } from "./eval-formats.js";
import { type EvalReport, evalRows } from "./eval-report.js";
import { formatEval } from "./format-eval.js";
import { formatEvalMarkdown } from "./format-eval-markdown.js";

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
