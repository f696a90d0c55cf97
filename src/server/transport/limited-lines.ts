const newline = 0x0a;

/** Receives what `LimitedLines` finds in a stream. */
export interface LineHandlers {
  /** A whole line, without its line break. */
  onLine(line: Buffer): void;
  /**
   * The next part of a line that is longer than the limit: first everything that was read of it. `isLast` at its line
   * break.
   */
  onOverlong(part: Uint8Array, isLast: boolean): void;
}

/**
 * Splits a stream of bytes into lines. Each byte is searched once and copied at most three times, however a line is
 * divided into chunks. Of a line that is longer than `maxBytes` only that much is ever held.
 */
export class LimitedLines {
  readonly #maxBytes: number;
  readonly #handlers: LineHandlers;
  #held = Buffer.alloc(0);
  #size = 0;
  #isOverlong = false;

  constructor(maxBytes: number, handlers: LineHandlers) {
    this.#maxBytes = maxBytes;
    this.#handlers = handlers;
  }

  push(chunk: Uint8Array): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#add(chunk.subarray(start, end));
      this.#endLine();
      start = end + 1;
    }
    this.#add(chunk.subarray(start));
  }

  #add(part: Uint8Array): void {
    if (!this.#isOverlong && this.#size + part.length > this.#maxBytes) {
      this.#isOverlong = true;
      this.#handlers.onOverlong(this.#take(), false);
    }
    if (this.#isOverlong) this.#handlers.onOverlong(part, false);
    else this.#hold(part);
  }

  #endLine(): void {
    if (this.#isOverlong) this.#handlers.onOverlong(new Uint8Array(), true);
    else this.#handlers.onLine(this.#take());
    this.#isOverlong = false;
  }

  /** The buffer is doubled when it is full, so that many small parts cost no more than a large one. */
  #hold(part: Uint8Array): void {
    const needed = this.#size + part.length;
    if (needed > this.#held.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#held.length));
      larger.set(this.#held.subarray(0, this.#size));
      this.#held = larger;
    }
    this.#held.set(part, this.#size);
    this.#size = needed;
  }

  #take(): Buffer {
    const line = this.#held.subarray(0, this.#size);
    this.#held = Buffer.alloc(0);
    this.#size = 0;
    return line;
  }
}
