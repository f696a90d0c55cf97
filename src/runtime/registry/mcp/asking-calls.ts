import { answerTimeMs } from "../../contract/answer-time.js";
import type { ElicitationResult } from "./elicitation.js";
import { PausableLimit } from "./pausable-limit.js";

/** The limits of a call. */
interface CallLimits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** The reason of a call that takes too long. */
  readonly late: Error;
}

/** The limits of a server's questions. */
interface QuestionLimits {
  /** How long an answer may take. In milliseconds. */
  readonly answerMs: number;
  /** The most questions for each call. */
  readonly most: number;
}

const defaultLimits: QuestionLimits = { answerMs: answerTimeMs, most: 10 };

const noDecision: ElicitationResult = { action: "cancel" };

/**
 * The running calls of a server that may ask the user. The protocol doesn't say which call a question belongs to, so
 * the time limits of all of them stand still while the user is asked, and a `cancel` holds for all of them: a server
 * that asks again at once could otherwise keep its user from ever ending its questions.
 */
export class AskingCalls {
  readonly #limits: QuestionLimits;
  readonly #running = new Set<PausableLimit>();
  #open = 0;
  /** The questions that the calls may still ask. */
  #left = 0;
  /** Aborted when the server may ask no more: when no call runs, or after a `cancel`. */
  #over = new AbortController();

  constructor(limits: QuestionLimits = defaultLimits) {
    this.#limits = limits;
  }

  /** Runs a call. Its signal is aborted by the caller's, and at the time limit. */
  async run<T>({ timeoutMs, signal, late }: CallLimits, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const limit = new PausableLimit(timeoutMs, late);
    for (let question = 0; question < this.#open; question++) limit.pause();
    if (this.#running.size === 0) {
      this.#over = new AbortController();
      this.#left = 0;
    }
    this.#left += this.#limits.most;
    this.#running.add(limit);
    try {
      return await call(AbortSignal.any([signal, limit.signal]));
    } finally {
      limit.stop();
      this.#running.delete(limit);
      if (this.#running.size === 0) this.#over.abort(new Error("The call has ended."));
    }
  }

  /** Asks during a call. The user isn't asked if none runs: a server must not ask whenever it likes. */
  async ask(signal: AbortSignal, question: (signal: AbortSignal) => Promise<ElicitationResult>): Promise<ElicitationResult> {
    const over = this.#over;
    if (this.#running.size === 0 || over.signal.aborted || this.#left === 0) return noDecision;
    this.#left -= 1;
    this.#open += 1;
    for (const limit of this.#running) limit.pause();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error("It was not answered in time.")), this.#limits.answerMs);
    try {
      const answer = await question(AbortSignal.any([signal, over.signal, late.signal]));
      // A server may take back its own question.
      if (answer.action === "cancel" && !signal.aborted) over.abort(new Error("The user was asked enough."));
      return answer;
    } finally {
      clearTimeout(timer);
      this.#open -= 1;
      for (const limit of this.#running) limit.resume();
    }
  }
}
