/**
 * Finds any of many patterns in a stream of bytes, in one pass, in time that depends neither on their number nor on
 * partial matches (Aho and Corasick, "Efficient string matching", 1975). A state stands for the longest prefix of a
 * pattern just read.
 */
export class ByteAutomaton<P extends { readonly bytes: Uint8Array }> {
  /** The length of the longest pattern. */
  readonly maxLength: number;
  readonly #next = new Map<number, number>();
  /** The transitions of the first state, which reads most bytes of most texts. */
  readonly #first = new Int32Array(256);
  readonly #depth = [0];
  readonly #fallback = [0];
  readonly #pattern: (P | undefined)[] = [undefined];

  constructor(patterns: readonly P[]) {
    this.maxLength = Math.max(0, ...patterns.map(({ bytes }) => bytes.length));
    for (const pattern of patterns) this.#add(pattern);
    this.#link();
  }

  /** The state after one more byte. The first is 0. */
  step(state: number, byte: number): number {
    for (let from = state; from !== 0; from = this.#fallback[from] ?? 0) {
      const to = this.#next.get(from * 256 + byte);
      if (to !== undefined) return to;
    }
    return this.#first[byte] ?? 0;
  }

  /** How many of the last bytes may be the beginning of a pattern. */
  depth(state: number): number {
    return this.#depth[state] ?? 0;
  }

  /** The longest pattern that ends at the last byte. */
  match(state: number): P | undefined {
    return this.#pattern[state];
  }

  #add(pattern: P): void {
    let state = 0;
    for (const [depth, byte] of pattern.bytes.entries()) {
      let to = this.#child(state, byte);
      if (to === undefined) {
        to = this.#depth.push(depth + 1) - 1;
        if (state === 0) this.#first[byte] = to;
        else this.#next.set(state * 256 + byte, to);
        this.#pattern.push(undefined);
        this.#fallback.push(0);
      }
      state = to;
    }
    if (state !== 0) this.#pattern[state] = pattern;
  }

  #child(state: number, byte: number): number | undefined {
    return state === 0 ? this.#first[byte] || undefined : this.#next.get(state * 256 + byte);
  }

  /**
   * Each state falls back to the one for the longest suffix of what it stands for. Shorter ones must be linked first.
   */
  #link(): void {
    const edges = [...this.#next].sort(([, a], [, b]) => this.depth(a) - this.depth(b));
    for (const [key, to] of edges) {
      const [from, byte] = [Math.floor(key / 256), key % 256];
      const fallback = this.step(this.#fallback[from] ?? 0, byte);
      this.#fallback[to] = fallback;
      this.#pattern[to] ??= this.#pattern[fallback];
    }
  }
}
