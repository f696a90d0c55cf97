import type { Sdk } from "../runtime/agent/load-sdk.js";
import type { LanguageModel } from "../runtime/agent/model-message.js";
import { modelTurn, TooManyTokens } from "../runtime/agent/model-turn.js";
import { describeProviderError, type ProviderHints } from "./describe-provider-error.js";
import { judgeAnswer } from "./judge-answer.js";
import type { EvalJob, JobAnswer } from "./run-evaluation.js";

export interface AskedModel {
  readonly sdk: Sdk;
  readonly model: LanguageModel;
  readonly system: string | undefined;
  /** Milliseconds for each answer, retries of the SDK included. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly hints: ProviderHints;
}

/** Asks a model once for each job: with the prompt of the case as the only message, and without executing anything. */
export const askModel =
  ({ sdk, model, system, timeoutMs, signal, hints }: AskedModel) =>
  async ({ evalCase, tools }: EvalJob, remainingTokens: number): Promise<JobAnswer> => {
    const late = AbortSignal.timeout(timeoutMs);
    const turn = await modelTurn({
      sdk,
      model,
      registry: { getFunctionDeclarations: () => tools.declarations, lookUpTool: () => ({ ok: false, message: "" }) },
      system,
      messages: [{ role: "user", content: evalCase.prompt }],
      signal: AbortSignal.any([signal, late]),
      report: () => {},
      remainingTokens,
    });
    if (turn.ok) return { attempt: judgeAnswer(turn, evalCase.expected, tools) };
    const unanswered = (problem: string) => ({
      attempt: { outcome: "unanswered" as const, repairs: [], problem, tokens: turn.usage.totalTokens },
    });
    if (turn.error instanceof TooManyTokens) return unanswered("The answer was ended, because the evaluation has used its tokens.");
    if (late.aborted && !signal.aborted) return unanswered(`There was no answer within ${timeoutMs / 1000} s. Allow more with --timeout.`);
    const { problem, isFatal } = describeProviderError(turn.error, hints);
    return isFatal && !signal.aborted ? { fatal: problem } : unanswered(problem);
  };
