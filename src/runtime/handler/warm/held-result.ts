import { warmRequest } from "../../contract/warm-request.js";
import { writeAll } from "../../io/write-all.js";
import { mcpText } from "../../result/mcp-text.js";

/**
 * The result of a call until it is written. Most calls leave nothing behind, and then it goes with the token in one
 * write, which is also one for the reader. If the process has to wait, it is written before.
 */
export class HeldResult {
  #bytes: Buffer = Buffer.alloc(0);
  #text: string | undefined;

  hold(printed: string | Uint8Array): void {
    this.#bytes = Buffer.from(printed);
  }

  /** Holds a text that is a result in MCP's format, which needn't be printed as JSON and read again. */
  holdText(text: string): void {
    this.#text = text;
  }

  readonly write = (): void => {
    const bytes = this.#text === undefined ? this.#bytes : Buffer.from(mcpText(this.#text));
    this.#forget();
    if (bytes.length > 0) writeAll(1, bytes);
  };

  writeWith(token: Uint8Array): void {
    const bytes = this.#text === undefined ? this.#bytes : Buffer.from(this.#text);
    const length = Buffer.alloc(warmRequest.textLengthBytes);
    length.writeUInt32LE(this.#text === undefined ? warmRequest.noText : bytes.length);
    this.#forget();
    writeAll(1, Buffer.concat([bytes, token, length]));
  }

  #forget(): void {
    this.#bytes = Buffer.alloc(0);
    this.#text = undefined;
  }
}
