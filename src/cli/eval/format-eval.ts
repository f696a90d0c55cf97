import { styleText } from "node:util";
import { printable } from "../../diagnostics/printable.js";
import type { EvalComparison } from "../../eval/compare-evaluations.js";
import type { EvalCounts, EvaluatedCase } from "../../eval/eval-results.js";
import { alignColumns } from "../text/align-columns.js";
import { plural } from "../text/plural.js";
import { countCells, rightText } from "./count-cells.js";
import { attemptText, describeFailure } from "./describe-failure.js";
import { type EvalReport, evalFailures, evalRows } from "./eval-report.js";
import { reportNotes } from "./report-notes.js";

/** Prints a report for users: the table of tools, what wasn't right, and the comparison. */
export function formatEval(report: EvalReport, { color }: { readonly color: boolean }): string {
  const { evaluation, base } = report;
  const red = (text: string) => (color ? styleText("red", text, { validateStream: false }) : text);
  const failures = evalFailures(evaluation.cases).flatMap((failure) => [
    `${red(attemptText(failure))}  ${printable(caseName(failure.evalCase))}`,
    ...[failure.evalCase.prompt, ...describeFailure(failure).map((line) => `  ${line}`)]
      .flatMap((text) => text.split("\n"))
      .map((line) => printable(`  ${line}`)),
    "",
  ]);
  const lines = [
    ...failures,
    ...alignColumns([head, ...evalRows(evaluation.cases).map(rowCells)]),
    "",
    ...(base === undefined ? [] : [...[...comparisonLines(base.name, base.comparison), ...base.notes].map(printable), ""]),
    ...reportNotes(report),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

const caseName = ({ tool, example }: Pick<EvaluatedCase, "tool" | "example">) => `${tool}: ${example}`;

const head = ["tool", "right tool", "right arguments", "repaired", "tokens"];

const rowCells = ({ name, ...counts }: EvalCounts & { readonly name: string }) => [name, ...countCells(counts)];

function comparisonLines(name: string, { before, after, cases, added, removed }: EvalComparison): readonly string[] {
  const changed = cases.filter(({ change }) => change !== "same");
  const rows = [
    ["", `before (${name})`, "after"],
    ...head.slice(1).map((title, column) => [title, countCells(before)[column] ?? "", countCells(after)[column] ?? ""]),
  ];
  return [
    ...alignColumns(rows),
    "",
    ...changed.map(
      (one) =>
        `${one.change.padEnd(4)}  ${caseName(one.after)}: ${rightText(one.before)} before, ${rightText(one.after)} after (${one.after.prompt})`,
    ),
    ...(changed.length === 0 ? ["No prompt has more or fewer right answers than before."] : []),
    ...(added > 0
      ? [`${plural(added, "prompt")} can't be compared, because ${name} has no answer to ${added === 1 ? "it" : "them"}.`]
      : []),
    ...(removed > 0 ? [`${plural(removed, "prompt")} of ${name} ${removed === 1 ? "was" : "were"} not asked now.`] : []),
  ];
}
