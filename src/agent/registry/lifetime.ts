import { setMaxListeners } from "node:events";
import { RegistryClosedError } from "../tool/tool-invocation.js";

/** The running calls and discoveries of a registry. Closing it ends them, and nothing starts afterwards. */
export class Lifetime {
  readonly #over = new AbortController();
  /** They end the work whose signal is another one as well. */
  readonly #following = new Set<AbortController>();
  readonly #running = new Set<Promise<unknown>>();

  get isOver(): boolean {
    return this.#over.signal.aborted;
  }

  /** Does work whose signal is aborted with `signal`, or when the lifetime ends. */
  run<T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const running = signal === undefined ? work(this.#over.signal) : this.#runFollowing(signal, work);
    const tracked: Promise<unknown> = running.then(
      () => this.#running.delete(tracked),
      () => this.#running.delete(tracked),
    );
    this.#running.add(tracked);
    return running;
  }

  /** Resolves when all running work has ended. */
  async end(): Promise<void> {
    const reason = new RegistryClosedError();
    this.#over.abort(reason);
    for (const own of this.#following) own.abort(reason);
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /**
   * Not with `AbortSignal.any`: on Node 20 a signal that lasts keeps a reference for each that was made of it. The end
   * of the lifetime has no listener for each call, because adding and removing one takes longer than a set does.
   */
  async #runFollowing<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (signal.aborted) return work(signal);
    if (this.isOver) return work(this.#over.signal);
    const own = new AbortController();
    const follow = () => own.abort(signal.reason);
    // As many as calls run at once.
    setMaxListeners(0, signal);
    signal.addEventListener("abort", follow, { once: true });
    this.#following.add(own);
    try {
      return await work(own.signal);
    } finally {
      this.#following.delete(own);
      signal.removeEventListener("abort", follow);
    }
  }
}
