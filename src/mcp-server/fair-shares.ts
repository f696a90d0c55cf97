export interface ShareLimits {
  readonly ofAll: number;
  readonly ofOne: number;
}

/**
 * Shares an amount of something among callers, so that no caller takes all of it. Callers who aren't known share all of
 * it.
 */
export class FairShares {
  readonly #most: ShareLimits;
  #held = 0;
  readonly #heldBy = new Map<string, number>();

  constructor(most: ShareLimits) {
    this.#most = most;
  }

  /** Holds an amount until the returned function is called. Returns `undefined` if there is no room for it. */
  hold(principal: string, amount: number): (() => void) | undefined {
    if (this.#held + amount > this.#most.ofAll) return undefined;
    if (principal !== "" && (this.#heldBy.get(principal) ?? 0) + amount > this.#most.ofOne) return undefined;
    this.#count(principal, amount);
    let isHeld = true;
    return () => {
      if (isHeld) this.#count(principal, -amount);
      isHeld = false;
    };
  }

  #count(principal: string, change: number): void {
    this.#held += change;
    const held = (this.#heldBy.get(principal) ?? 0) + change;
    if (held === 0) this.#heldBy.delete(principal);
    else this.#heldBy.set(principal, held);
  }
}
