import type { Attempt, EvalOutcome } from "../../eval/attempt.js";
import type { ExpectedChoice } from "../../eval/eval-case.js";
import { formatValue } from "../../runtime/json/format-value.late.js";
import type { EvalFailure } from "./eval-report.js";

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

export function expectedText(expected: ExpectedChoice): string {
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
