import { longestTimer } from "../../contract/time-limit.js";
import { type AgenticLoopLimits, type AgenticLoopOptions, type Ending, loopLimits, type ReportEvent } from "../agentic-loop.js";
import { type AgenticLoopState, type AgenticLoopUsage, signState } from "../loop-state.js";

/** One run of a loop: its limits, the signal that ends it, and why it ends. Close it. */
export class LoopController {
  readonly options: AgenticLoopOptions;
  readonly limits: AgenticLoopLimits;
  readonly #ended = new AbortController();
  readonly #started = performance.now();
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #onAbort = () => this.abort({ status: "cancelled", reason: "The loop was cancelled." });
  #isClosed = false;
  #ending: Ending | undefined;
  /** Resolves when the last state is stored. */
  #saved: Promise<void> = Promise.resolve();
  /** The next confirmation waits for this one. */
  #asking: Promise<void> = Promise.resolve();

  /** @param used milliseconds that the loop has had in other processes */
  constructor(options: AgenticLoopOptions, used: number) {
    this.options = options;
    this.limits = loopLimits(options.limits);
    const { milliseconds } = this.limits;
    const late = () => this.abort({ status: "limit", reason: `The loop has reached its time limit of ${milliseconds / 1000} seconds.` });
    if (milliseconds - used <= 0) late();
    else if (milliseconds !== Number.POSITIVE_INFINITY) this.#timer = setTimeout(late, Math.min(milliseconds - used, longestTimer));
    if (options.signal?.aborted) this.#onAbort();
    else options.signal?.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** Aborted when all pending work must stop. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  /** The reason why the loop ends, once it is known. After that, nothing is started. */
  get ending(): Ending | undefined {
    return this.#ending;
  }

  /** Ends the loop after the pending work has finished. The first reason wins. */
  end(ending: Ending): void {
    this.#ending ??= ending;
  }

  /** Aborts the pending work and ends the loop. */
  abort(ending: Ending): void {
    this.end(ending);
    this.#ended.abort(new Error(ending.reason));
  }

  readonly report: ReportEvent = (event) => {
    // A tool that ignores the signal may still emit output.
    if (this.#isClosed) return;
    const onError = (error: unknown) => this.abort({ status: "failed", reason: `onEvent has thrown: ${messageOf(error)}`, error });
    try {
      const returned: unknown = this.options.onEvent?.(event);
      // A promise that rejects after the loop has ended must not end the process.
      if (returned !== undefined) Promise.resolve(returned).catch(onError);
    } catch (error) {
      onError(error);
    }
  };

  /** Stores a state, after those before it. Rejects, and ends the loop, if that fails. */
  async save(state: AgenticLoopState): Promise<void> {
    const { saveState, stateKey } = this.options;
    if (saveState === undefined) return;
    const signed = signState({ ...state, usage: this.untilNow(state.usage) }, stateKey);
    const saved = this.#saved.then(() => saveState(signed));
    this.#saved = saved.catch(() => {});
    try {
      await saved;
    } catch (error) {
      this.abort({ status: "failed", reason: `The state could not be stored: ${messageOf(error)}`, error });
      throw error;
    }
  }

  /** The usage with the time of this run. */
  untilNow(usage: AgenticLoopUsage): AgenticLoopUsage {
    return { ...usage, milliseconds: usage.milliseconds + Math.round(performance.now() - this.#started) };
  }

  /** Resolves when no other confirmation is open. Calling the result lets the next one start. */
  async turnToAsk(): Promise<() => void> {
    const before = this.#asking;
    let release = () => {};
    this.#asking = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    return release;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.options.signal?.removeEventListener("abort", this.#onAbort);
  }
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
