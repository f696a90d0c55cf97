import type { LanguageModel } from "../../agent/loop-state.js";
import { modelTurn, type Sdk, TooManyTokens, UnsupportedModel } from "../../agent/model-turn.js";
import type { Attempt, EvalCase } from "./eval-results.js";
import { type EvalTools, judgeAnswer } from "./judge-answer.js";

/** A request to make: a case, and the tools that the model is offered with it. */
export interface EvalJob {
  readonly evalCase: EvalCase;
  readonly tools: EvalTools;
}

/** The answer to a job, or a problem that every job would have, such as a rejected key. */
export type JobAnswer = { readonly attempt: Attempt } | { readonly fatal: string };

/** Where an evaluation stops. */
interface EvalBounds {
  readonly concurrency: number;
  /** The most requests. */
  readonly calls: number;
  /** The most tokens of all requests together, read and written. */
  readonly tokens: number;
  /** Aborting stops it: by the user, or when the time is over. */
  readonly signal: AbortSignal;
}

export interface EvalRun {
  /** The attempts that ended, in the order of the jobs; `undefined` where none did. */
  readonly attempts: readonly (Attempt | undefined)[];
  /** Why not all jobs were done. */
  readonly stopped?: "calls" | "tokens" | "signal" | "fatal";
  /** The problem that every job would have. */
  readonly fatal?: string;
}

type AskModel = (job: EvalJob, remainingTokens: number) => Promise<JobAnswer>;

/** Makes requests, several at a time, until all are made or a bound is reached. */
export async function runEvaluation(
  jobs: readonly EvalJob[],
  ask: AskModel,
  { bounds, onAttempt }: { readonly bounds: EvalBounds; readonly onAttempt: () => void },
): Promise<EvalRun> {
  const { signal } = bounds;
  const attempts: (Attempt | undefined)[] = jobs.map(() => undefined);
  let stopped: EvalRun["stopped"];
  let fatal: string | undefined;
  let next = 0;
  let tokens = 0;
  const bound = () =>
    stopped ?? (signal.aborted ? "signal" : next >= bounds.calls ? "calls" : tokens >= bounds.tokens ? "tokens" : undefined);
  const worker = async () => {
    while (next < jobs.length) {
      stopped = bound();
      const job = jobs[next];
      if (stopped !== undefined || job === undefined) return;
      const at = next++;
      const answer = await ask(job, bounds.tokens - tokens);
      if ("fatal" in answer) {
        fatal ??= answer.fatal;
        stopped = "fatal";
        return;
      }
      const { attempt } = answer;
      tokens += attempt.tokens;
      // An answer that was interrupted is neither right nor wrong.
      if (signal.aborted && attempt.outcome === "unanswered") return;
      attempts[at] = attempt;
      onAttempt();
    }
  };
  await Promise.all(Array.from({ length: Math.min(bounds.concurrency, jobs.length) }, worker));
  const reason = stopped ?? (attempts.includes(undefined) ? "signal" : undefined);
  return { attempts, ...(reason !== undefined && { stopped: reason }), ...(fatal !== undefined && { fatal }) };
}

interface AskedModel {
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

/** The names that messages about a provider's errors contain. */
interface ProviderHints {
  /** The model as the command line names it. */
  readonly model: string;
  /** The variable from which the provider's package reads its key, if that is known. */
  readonly keyVariable: string | undefined;
}

interface ProviderProblem {
  readonly problem: string;
  /** True if every other request would fail in the same way. */
  readonly isFatal: boolean;
}

/** Describes an error of a provider or of the connection to it: what it says, and what to do next. */
export function describeProviderError(error: unknown, { model, keyVariable }: ProviderHints): ProviderProblem {
  if (error instanceof UnsupportedModel) return { problem: error.message, isFatal: true };
  const last = lastError(error);
  const said = last instanceof Error ? last.message : String(last);
  const status = statusOf(last);
  switch (status) {
    case 401:
    case 403: {
      const key = keyVariable === undefined ? "the provider's key" : keyVariable;
      return { problem: `The provider rejects the key (HTTP ${status}): ${said}. Check ${key}.`, isFatal: true };
    }
    case 404:
      return { problem: `The provider doesn't know ${model} (HTTP 404): ${said}. Check --model and --base-url.`, isFatal: true };
    case 429: {
      const advice = "Wait, or ask less at a time with --concurrency 1.";
      return { problem: `The provider limits requests (HTTP 429): ${said}. ${advice}`, isFatal: false };
    }
    case undefined:
      // A request has an address, and without a status it had no answer.
      if (typeof last === "object" && last !== null && "url" in last)
        return { problem: `The provider can't be reached: ${said}. Check --base-url and the network.`, isFatal: true };
      return { problem: said, isFatal: false };
    default:
      return { problem: `The provider answers HTTP ${status}: ${said}`, isFatal: false };
  }
}

/** The SDK repeats failed requests, and then throws an error that holds the last of them. */
function lastError(error: unknown): unknown {
  return typeof error === "object" && error !== null && "lastError" in error ? error.lastError : error;
}

function statusOf(error: unknown): number | undefined {
  const status = typeof error === "object" && error !== null && "statusCode" in error ? error.statusCode : undefined;
  return typeof status === "number" ? status : undefined;
}
