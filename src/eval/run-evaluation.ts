import type { Attempt } from "./attempt.js";
import type { EvalCase } from "./eval-case.js";
import type { EvalTools } from "./eval-tools.js";

/** A request to make: a case, and the tools that the model is offered with it. */
export interface EvalJob {
  readonly evalCase: EvalCase;
  readonly tools: EvalTools;
}

/** The answer to a job, or a problem that every job would have, such as a rejected key. */
export type JobAnswer = { readonly attempt: Attempt } | { readonly fatal: string };

/** Where an evaluation stops. */
export interface EvalBounds {
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
