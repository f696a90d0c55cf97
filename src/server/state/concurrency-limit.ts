/** How many calls run at once: each may be a program that takes a core and a hundred megabytes. */
export const maxConcurrentCalls = 32;

/**
 * How many of them may be one caller's, so that no caller keeps the others waiting. Callers who aren't known share all
 * of them.
 */
export const maxCallsOfOne = 16;

/** A slot for a call. */
export interface ConcurrencySlot {
  readonly isHeld: boolean;
  /**
   * Waits for the slot, after earlier calls. Returns whether it had to wait. Rejects with the signal's reason if that
   * aborts.
   */
  acquire(signal: AbortSignal, onWait?: () => void): Promise<boolean>;
  /** Releases the slot. Does nothing if it isn't held. */
  release(): void;
}

export interface ConcurrencyLimits {
  readonly total: number;
  readonly perCaller: number;
}

/** A call that waits, in the queue of its principal. A set, so that a cancelled call leaves the queue at once. */
type Queue = Set<() => void>;

/**
 * The concurrency slots of one process: a fixed number of calls hold one at a time, and the others wait. A free slot
 * goes to the principal that holds fewest, and of its calls to the one that has waited longest.
 */
export class ConcurrencyLimit {
  readonly #most: ConcurrencyLimits;
  #held = 0;
  readonly #heldBy = new Map<string, number>();
  /** In the order in which principals have begun to wait, or last got a slot. */
  readonly #waiting = new Map<string, Queue>();

  constructor(most: ConcurrencyLimits = { total: maxConcurrentCalls, perCaller: maxCallsOfOne }) {
    this.#most = most;
  }

  /** A slot for one call, which isn't held yet. `principal` is empty if callers aren't known. */
  slot(principal = ""): ConcurrencySlot {
    return new Slot({ take: (signal, onWait) => this.#take(principal, signal, onWait), giveBack: () => this.#giveBack(principal) });
  }

  /** Counts a call, once it may run. Returns whether it had to wait. */
  async #take(principal: string, signal: AbortSignal, onWait: (() => void) | undefined): Promise<boolean> {
    const mustWait = this.#held === this.#most.total || !this.#mayHold(principal);
    if (mustWait) {
      onWait?.();
      await this.#wait(principal, signal);
    } else this.#count(principal, 1);
    return mustWait;
  }

  #giveBack(principal: string): void {
    this.#count(principal, -1);
    this.#next();
  }

  #mayHold(principal: string): boolean {
    return principal === "" || this.#ofOne(principal) < this.#most.perCaller;
  }

  #ofOne(principal: string): number {
    return this.#heldBy.get(principal) ?? 0;
  }

  #count(principal: string, change: 1 | -1): void {
    this.#held += change;
    const held = this.#ofOne(principal) + change;
    if (held === 0) this.#heldBy.delete(principal);
    else this.#heldBy.set(principal, held);
  }

  #wait(principal: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = this.#waiting.get(principal) ?? new Set();
      this.#waiting.set(principal, queue);
      const leave = () => {
        queue.delete(go);
        if (queue.size === 0) this.#waiting.delete(principal);
        reject(signal.reason);
      };
      const go = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      signal.addEventListener("abort", leave, { once: true });
      queue.add(go);
    });
  }

  /** Passes a free slot on. */
  #next(): void {
    const [next] = [...this.#waiting].filter(([principal]) => this.#mayHold(principal)).sort(([a], [b]) => this.#ofOne(a) - this.#ofOne(b));
    if (next === undefined) return;
    const [principal, queue] = next;
    this.#waiting.delete(principal);
    const [go] = queue;
    if (go === undefined) return;
    queue.delete(go);
    if (queue.size > 0) this.#waiting.set(principal, queue);
    this.#count(principal, 1);
    go();
  }
}

interface Counting {
  readonly take: (signal: AbortSignal, onWait: (() => void) | undefined) => Promise<boolean>;
  readonly giveBack: () => void;
}

/** A class: an object literal with a getter takes V8 many times longer, and each call makes one. */
class Slot implements ConcurrencySlot {
  readonly #counting: Counting;
  #isHeld = false;

  constructor(counting: Counting) {
    this.#counting = counting;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  async acquire(signal: AbortSignal, onWait?: () => void): Promise<boolean> {
    signal.throwIfAborted();
    const hasWaited = await this.#counting.take(signal, onWait);
    this.#isHeld = true;
    return hasWaited;
  }

  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#counting.giveBack();
  }
}
