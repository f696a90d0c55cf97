import { setTimeout as delay } from "node:timers/promises";
import type { RunOutcome } from "../../contract/run-outcome.js";
import { sleepSync } from "../../io/sleep-sync.js";

/** An outcome that is polled for. */
export interface PolledOutcome {
  /** The outcome once there is one. */
  readonly poll: () => RunOutcome | undefined;
  /** Ends what the task has begun, because no caller waits for it any more. */
  readonly abandon: () => void;
}

const pollMs = 50;

/** Waits for a task, and blocks. */
export function waitForOutcome({ poll: look }: PolledOutcome): RunOutcome {
  for (;;) {
    const outcome = look();
    if (outcome !== undefined) return outcome;
    sleepSync(pollMs);
  }
}

/** Waits for a task concurrently with others. Rejects with the signal's reason. */
export async function waitForOutcomeAsync({ poll: look, abandon }: PolledOutcome, signal: AbortSignal): Promise<RunOutcome> {
  for (;;) {
    if (signal.aborted) {
      abandon();
      throw signal.reason;
    }
    const outcome = look();
    if (outcome !== undefined) return outcome;
    await delay(pollMs);
  }
}

/** An outcome in words, before the output of a program. */
export function reportOutcome(words: string, printed: Buffer = Buffer.alloc(0)): RunOutcome {
  const parts = [Buffer.from(`${words}\n`), ...(printed.length === 0 ? [] : [Buffer.from("\n"), printed])];
  return { kind: "exited", code: 0, stdout: Buffer.concat(parts), stderr: Buffer.alloc(0) };
}

export const immediately = (outcome: RunOutcome): PolledOutcome => ({ poll: () => outcome, abandon: () => {} });

/** Says that the folder of background programs can't be used: it isn't the user's own, or the disk is full. */
export const stateProblem = (error: unknown): string =>
  `The state of background programs can't be stored: ${error instanceof Error ? error.message : String(error)}.`;

/** Returns the outcome if that is so before a program was started. */
export const stateUnavailable = (error: unknown): RunOutcome => ({ kind: "unavailable", message: stateProblem(error) });
