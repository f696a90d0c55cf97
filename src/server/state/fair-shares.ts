export interface ShareLimits {
  readonly ofAll: number;
  readonly ofOne: number;
}

/** The caller of a request. */
export interface NetworkCaller {
  /** Its name; empty without authentication. */
  readonly principal: string;
  /** The network that it calls from, over HTTP. */
  readonly network?: string | undefined;
}

/**
 * Shares an amount of something among callers, so that no caller takes all of it. Callers without names are told by
 * their networks, and behind a proxy all of them have one. So a network may hold more than a name: as much as it leaves
 * free for others.
 */
export class FairShares {
  readonly #most: ShareLimits;
  #held = 0;
  readonly #heldBy = new Map<string, number>();

  constructor(most: ShareLimits) {
    this.#most = most;
  }

  /** Holds an amount until the returned function is called. Returns `undefined` if there is no room for it. */
  hold(caller: NetworkCaller, amount: number): (() => void) | undefined {
    return amount > this.#roomOf(caller) ? undefined : this.holdAnyway(caller, amount);
  }

  /** Returns true if a caller may hold anything more. */
  hasRoom(caller: NetworkCaller): boolean {
    return this.#roomOf(caller) > 0;
  }

  /** Holds an amount that exists already, whether there is room for it or not. */
  holdAnyway(caller: NetworkCaller, amount: number): () => void {
    const key = keyOf(caller);
    this.#count(key, amount);
    let isHeld = true;
    return () => {
      if (isHeld) this.#count(key, -amount);
      isHeld = false;
    };
  }

  #roomOf(caller: NetworkCaller): number {
    const free = this.#most.ofAll - this.#held;
    const held = this.#heldBy.get(keyOf(caller)) ?? 0;
    if (caller.principal !== "") return Math.min(free, this.#most.ofOne - held);
    return caller.network === undefined ? free : free - held;
  }

  #count(key: string, change: number): void {
    this.#held += change;
    const held = (this.#heldBy.get(key) ?? 0) + change;
    if (held === 0) this.#heldBy.delete(key);
    else this.#heldBy.set(key, held);
  }
}

const keyOf = ({ principal, network = "" }: NetworkCaller) => (principal === "" ? `network ${network}` : `name ${principal}`);
