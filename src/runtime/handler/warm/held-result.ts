import { writeAll } from "../../io/write-all.js";

/**
 * The result of a call until it is written. Most calls leave nothing behind, and then it goes with the token in one
 * write, which is also one for the reader. If the process has to wait, it is written before.
 */
export class HeldResult {
  #bytes: Buffer = Buffer.alloc(0);

  hold(printed: string | Uint8Array): void {
    this.#bytes = Buffer.from(printed);
  }

  readonly write = (): void => {
    const bytes = this.#bytes;
    this.#bytes = Buffer.alloc(0);
    if (bytes.length > 0) writeAll(1, bytes);
  };

  writeWith(token: Uint8Array): void {
    this.hold(Buffer.concat([this.#bytes, token]));
    this.write();
  }
}
