import { setMaxListeners } from "node:events";

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
    const { ends, release } = signal === undefined ? { ends: over, release: () => {} } : following([signal, over]);
    const running = work(ends).finally(release);
    const tracked: Promise<unknown> = running.then(
      () => this.#running.delete(tracked),
      () => this.#running.delete(tracked),
    );
    this.#running.add(tracked);
    return running;
  }

  /** Resolves when all running work has ended. */
  async end(): Promise<void> {
    this.#over.abort(new Error("The tool registry was closed."));
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}

/**
 * Returns a signal that aborts with the first of some, until it is released. Not `AbortSignal.any`: on Node 20 a signal
 * that lasts keeps a reference for each that was made of it.
 */
function following(signals: readonly AbortSignal[]): { readonly ends: AbortSignal; readonly release: () => void } {
  const own = new AbortController();
  const follow = () => own.abort(signals.find(({ aborted }) => aborted)?.reason);
  if (signals.some(({ aborted }) => aborted)) follow();
  // As many as calls run at once.
  setMaxListeners(0, ...signals);
  for (const signal of signals) signal.addEventListener("abort", follow, { once: true });
  return {
    ends: own.signal,
    release: () => {
      for (const signal of signals) signal.removeEventListener("abort", follow);
    },
  };
}
