import { countAttempts, rightShare } from "../../eval/eval-results.js";
import { exitCode } from "../exit-code.js";
import type { EvalAnswers } from "./ask-with-model.js";
import type { EvalReport } from "./eval-report.js";

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
