import { countAttempts, type EvalCounts, type EvaluatedCase } from "../../eval/eval-results.js";
import { groupDigits } from "../../runtime/text/group-digits.js";

/** The cells of a table: right tool, right arguments, repaired, tokens. */
export const countCells = ({ answered, rightTool, right, repaired, tokens }: EvalCounts): readonly string[] => [
  `${rightTool} of ${answered}`,
  `${right} of ${answered}`,
  String(repaired),
  groupDigits(tokens),
];

/** How many answers to a case are right: `2 of 3`. */
export function rightText(one: EvaluatedCase): string {
  const { right, answered } = countAttempts([one]);
  return `${right} of ${answered}`;
}
