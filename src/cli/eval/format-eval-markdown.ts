import type { EvaluatedCase } from "../../eval/eval-results.js";
import { codeSpan, escapeMarkdown } from "../text/escape-markdown.js";
import { countCells, rightText } from "./count-cells.js";
import { attemptText, describeFailure } from "./describe-failure.js";
import { type EvalReport, evalFailures, evalRows } from "./eval-report.js";
import { reportNotes } from "./report-notes.js";

/** Prints a report as a comment for a pull request. */
export function formatEvalMarkdown(report: EvalReport): string {
  const { evaluation, base } = report;
  const before = new Map(evalRows(base?.comparison.cases.map((one) => one.before) ?? []).map((row) => [row.name, row]));
  const rows = evalRows(evaluation.cases).map((row) => {
    const cells = countCells(row).map((cell, column) => {
      const earlier = before.get(row.name);
      return earlier === undefined ? cell : `${cell} (${countCells(earlier)[column]})`;
    });
    return `| ${row.name === "all" ? "all" : codeSpan(row.name)} | ${cells.join(" | ")} |`;
  });
  const changed = base?.comparison.cases.filter(({ change }) => change !== "same") ?? [];
  const lines = [
    `### Choice of tools by ${escapeMarkdown(evaluation.model)}`,
    "",
    ...(base === undefined ? [] : [`In brackets: ${escapeMarkdown(base.name)}.`, ""]),
    "| tool | right tool | right arguments | repaired | tokens |",
    "|---|--:|--:|--:|--:|",
    ...rows,
    "",
    ...changed.map(
      ({ change, before, after }) => `- **${change}** ${caseText(after)}: ${rightText(before)} before, ${rightText(after)} after`,
    ),
    ...(changed.length > 0 ? [""] : []),
    ...evalFailures(evaluation.cases).map(
      (failure) => `- ${attemptText(failure)}, ${caseText(failure.evalCase)}: ${describeFailure(failure).map(escapeMarkdown).join("; ")}`,
    ),
    "",
    ...[...(base?.notes ?? []), ...reportNotes(report)].map((note) => `${escapeMarkdown(note)}\n`),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

const caseText = ({ tool, example, prompt }: EvaluatedCase) => `${codeSpan(tool)} ${escapeMarkdown(oneLine(`${example} (${prompt})`))}`;
const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();
