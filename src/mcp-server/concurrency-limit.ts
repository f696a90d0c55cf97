/**
 * How many calls of a client run at once. A client seldom has more than a few running; each may be a program that takes
 * a core and a hundred megabytes.
 */
export const maxConcurrentCalls = 32;

/** A slot for a call. */
export interface ConcurrencySlot {
  readonly isHeld: boolean;
  /**
   * Waits for the slot, after earlier calls. Returns whether it had to wait. Rejects with the signal's reason if that
   * aborts.
   */
  take(signal: AbortSignal, onWait?: () => void): Promise<boolean>;
  /** Releases the slot. Does nothing if it isn't held. */
  giveBack(): void;
}

/** The concurrency slots of one server: a fixed number of calls hold one at a time, and the others wait in order. */
export class ConcurrencyLimit {
  #free: number;
  /** A set, so that a cancelled call leaves the queue at once. */
  readonly #waiting = new Set<() => void>();

  constructor(most = maxConcurrentCalls) {
    this.#free = most;
  }

  /** A slot for one call, which isn't held yet. */
  turn(): ConcurrencySlot {
    let isHeld = false;
    return {
      get isHeld() {
        return isHeld;
      },
      take: async (signal, onWait) => {
        signal.throwIfAborted();
        const mustWait = this.#free === 0;
        if (mustWait) {
          onWait?.();
          await this.#wait(signal);
        } else this.#free--;
        isHeld = true;
        return mustWait;
      },
      giveBack: () => {
        if (isHeld) this.#next();
        isHeld = false;
      },
    };
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(go);
        reject(signal.reason);
      };
      const go = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      signal.addEventListener("abort", leave, { once: true });
      this.#waiting.add(go);
    });
  }

  /** Passes a slot to the call that has waited longest. */
  #next(): void {
    const [go] = this.#waiting;
    if (go === undefined) this.#free++;
    else {
      this.#waiting.delete(go);
      go();
    }
  }
}
