import { longestTimer } from "../../contract/longest-timer.js";

/** A time limit that can be paused. Call `stop` when it is no longer needed. */
export class PausableLimit {
  readonly #over = new AbortController();
  readonly #reason: Error;
  #remainingMs: number;
  #pauses = 0;
  #since = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number, reason: Error) {
    this.#remainingMs = milliseconds;
    this.#reason = reason;
    this.#start();
  }

  /** Aborted with the reason when the time is over. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Several pauses at once end with the last `resume`. */
  pause(): void {
    this.#pauses += 1;
    if (this.#pauses > 1) return;
    this.stop();
    this.#remainingMs -= performance.now() - this.#since;
  }

  resume(): void {
    this.#pauses -= 1;
    if (this.#pauses === 0) this.#start();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #start(): void {
    this.#since = performance.now();
    this.#timer = setTimeout(() => this.#over.abort(this.#reason), Math.min(this.#remainingMs, longestTimer));
  }
}
