/** The running calls and discoveries of a registry. Closing it ends them, and nothing starts afterwards. */
export class Lifetime {
  readonly #over = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  get isOver(): boolean {
    return this.#over.signal.aborted;
  }

  /** Does work whose signal is aborted with `signal`, or when the lifetime ends. */
  run<T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { signal: over } = this.#over;
    const running = work(signal === undefined ? over : AbortSignal.any([signal, over]));
    const kept: Promise<unknown> = running.then(
      () => this.#running.delete(kept),
      () => this.#running.delete(kept),
    );
    this.#running.add(kept);
    return running;
  }

  /** Resolves when all running work has ended. */
  async end(): Promise<void> {
    this.#over.abort(new Error("The tool registry was closed."));
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
