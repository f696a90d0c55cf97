/** The most bytes that the resources in unsent answers may take together. */
export const maxUnsentBytes = 32 * 1024 * 1024;

/** The most bytes for one caller. Callers who aren't known share all of it. */
const maxUnsentBytesOfOne = maxUnsentBytes / 2;

/**
 * Limits the memory of resources that were read, until their answers are sent. A client that doesn't receive its
 * answers, or sends many requests in a batch, would otherwise fill it with a few bytes each.
 */
export class UnsentAnswers {
  readonly #bytesOf = new Map<string, number>();

  /** Counts bytes until the returned function is called. Returns `undefined` if there is no room for them. */
  hold(principal: string, bytes: number): (() => void) | undefined {
    const all = [...this.#bytesOf.values()].reduce((sum, held) => sum + held, 0);
    if (all + bytes > maxUnsentBytes) return undefined;
    if (principal !== "" && (this.#bytesOf.get(principal) ?? 0) + bytes > maxUnsentBytesOfOne) return undefined;
    this.#count(principal, bytes);
    return () => this.#count(principal, -bytes);
  }

  #count(principal: string, change: number): void {
    const held = (this.#bytesOf.get(principal) ?? 0) + change;
    if (held === 0) this.#bytesOf.delete(principal);
    else this.#bytesOf.set(principal, held);
  }
}
