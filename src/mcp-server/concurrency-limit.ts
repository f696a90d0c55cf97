/** How many calls of a client run at once. A client has seldom more than a few under way; each may be a program that takes a core and a hundred megabytes. */
export const maxConcurrentCalls = 32;

/** A call's place among the running ones. */
export interface ConcurrencySlot {
  readonly isHeld: boolean;
  /** Waits until it may run, behind those that came before. Answers whether there was anything to wait for. Rejects with the signal's reason once that aborts. */
  take(signal: AbortSignal, onWait?: () => void): Promise<boolean>;
  /** Lets the next one run. Does nothing where it isn't held. */
  giveBack(): void;
}

/** The turns of the calls of one server: as many are held at once as there are, and the others come in the order in which they were asked for. */
export class ConcurrencyLimit {
  #free: number;
  /** A set, so that a cancelled call leaves the queue at once. */
  readonly #waiting = new Set<() => void>();

  constructor(most = maxConcurrentCalls) {
    this.#free = most;
  }

  /** A turn for one call, which isn't held yet. */
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

  /** Hands a turn to who has waited longest. */
  #next(): void {
    const [go] = this.#waiting;
    if (go === undefined) this.#free++;
    else {
      this.#waiting.delete(go);
      go();
    }
  }
}
