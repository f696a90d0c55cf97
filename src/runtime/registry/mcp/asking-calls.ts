import { PausableLimit } from "./pausable-limit.js";

/** The limits of a call. */
interface CallLimits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** The reason of a call that takes too long. */
  readonly late: Error;
}

/**
 * The running calls of a server that may ask the user. The protocol doesn't say which call a question belongs to, so
 * the time limits of all of them stand still while the user is asked.
 */
export class AskingCalls {
  readonly #running = new Set<PausableLimit>();
  #questions = 0;
  /** Aborted when no call runs any more. */
  #over = new AbortController();

  /** Runs a call. Its signal is aborted by the caller's, and at the time limit. */
  async run<T>({ timeoutMs, signal, late }: CallLimits, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const limit = new PausableLimit(timeoutMs, late);
    for (let question = 0; question < this.#questions; question++) limit.pause();
    if (this.#running.size === 0) this.#over = new AbortController();
    this.#running.add(limit);
    try {
      return await call(AbortSignal.any([signal, limit.signal]));
    } finally {
      limit.stop();
      this.#running.delete(limit);
      if (this.#running.size === 0) this.#over.abort(new Error("The call has ended."));
    }
  }

  /** Asks during a call. Returns `undefined` if none runs: a server must not ask whenever it likes. */
  async ask<T>(signal: AbortSignal, question: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    if (this.#running.size === 0) return undefined;
    this.#questions += 1;
    for (const limit of this.#running) limit.pause();
    try {
      return await question(AbortSignal.any([signal, this.#over.signal]));
    } finally {
      this.#questions -= 1;
      for (const limit of this.#running) limit.resume();
    }
  }
}
