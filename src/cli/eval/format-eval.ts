import { styleText } from "node:util";
import { groupDigits, printable } from "../../contract/display-text.js";
import { formatValue } from "../../contract/format-value.late.js";
import { alignColumns, codeSpan, escapeMarkdown, plural } from "../io/format-text.js";
import { type EvalFailure, type EvalReport, evalFailures, evalRows } from "./eval-report.js";
import {
  type Attempt,
  countAttempts,
  type EvalComparison,
  type EvalCounts,
  type EvalOutcome,
  type EvaluatedCase,
  type ExpectedChoice,
} from "./eval-results.js";

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

/** Values are shown on a line, shortened to about this many characters. */
const room = 300;

const words: Readonly<Record<EvalOutcome, string>> = {
  right: "right",
  "wrong-arguments": "wrong arguments",
  "refused-arguments": "refused arguments",
  "wrong-tool": "wrong tool",
  "no-call": "no call",
  unanswered: "not answered",
};

/** The outcome in words: `no call`, or `2 × no call` if several answers were the same. */
export const attemptText = ({ attempt, times }: EvalFailure): string =>
  times === 1 ? words[attempt.outcome] : `${times} × ${words[attempt.outcome]}`;

/** The lines about an attempt that isn't right: what was expected, and what the model did. */
export function describeFailure({ evalCase: { expected }, attempt }: EvalFailure): readonly string[] {
  if (attempt.outcome === "unanswered") return [attempt.problem ?? ""];
  return [`expected: ${expectedText(expected)}`, `got: ${gotText(attempt)}`, ...(attempt.problem === undefined ? [] : [attempt.problem])];
}

function expectedText(expected: ExpectedChoice): string {
  switch (expected.kind) {
    case "call":
      return `${expected.tool} ${formatValue(expected.params, room)}${expected.compared === undefined ? "" : `, of which ${formatValue(expected.compared, room)} is compared`}`;
    case "tool":
      return expected.tool;
    case "none":
      return "no call";
    default:
      return expected satisfies never;
  }
}

function gotText({ call, repaired }: Attempt): string {
  if (call === undefined) return "no call";
  const sent = `${call.tool} ${formatValue(call.arguments, room)}`;
  return repaired === undefined ? sent : `${sent}, repaired to ${formatValue(repaired, room)}`;
}

/** The cells of a table: right tool, right arguments, repaired, tokens. */
const countCells = ({ answered, rightTool, right, repaired, tokens }: EvalCounts): readonly string[] => [
  `${rightTool} of ${answered}`,
  `${right} of ${answered}`,
  String(repaired),
  groupDigits(tokens),
];

/** How many answers to a case are right: `2 of 3`. */
function rightText(one: EvaluatedCase): string {
  const { right, answered } = countAttempts([one]);
  return `${right} of ${answered}`;
}

/** Sentences about what the table doesn't contain. */
function reportNotes({ evaluation, withoutPrompt, notOffered, pending, stopped }: EvalReport): readonly string[] {
  const { unanswered } = countAttempts(evaluation.cases);
  return [
    ...(unanswered > 0
      ? [`${plural(unanswered, "request")} had no usable answer, and the counts leave ${unanswered === 1 ? "it" : "them"} out.`]
      : []),
    ...(stopped === undefined ? [] : [`${stopped} ${plural(pending, "request")} ${pending === 1 ? "was" : "were"} not made.`]),
    ...(notOffered > 0
      ? [`${plural(notOffered, "prompt")} ${notOffered === 1 ? "was" : "were"} left out, because the tool isn't among those offered.`]
      : []),
    ...(withoutPrompt > 0 ? [`${plural(withoutPrompt, "example")} ${withoutPrompt === 1 ? "has" : "have"} no \`prompt\`.`] : []),
  ];
}
