import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";

/** The most that the bodies of unanswered requests may take together, in bytes. */
const maxBytes = 256 * 1024 * 1024;

/** Limits what the bodies of all requests take, whose connections are many. */
export class BodyBudget {
  #bytes = 0;
  readonly #largest: number;

  /** `largest` is the limit of one body, which stands for one of unknown length. */
  constructor(largest: number) {
    this.#largest = largest;
  }

  /** Counts a request until its connection or its response is done. Returns false if there is no room for it. */
  admit({ headers, socket }: IncomingMessage, response: ServerResponse): boolean {
    const bytes = this.#bytesOf(headers);
    if (this.#bytes + bytes > maxBytes) return false;
    this.#bytes += bytes;
    const release = () => {
      this.#bytes -= bytes;
      response.off("close", release);
      socket.off("close", release);
    };
    response.once("close", release);
    socket.once("close", release);
    return true;
  }

  /** The length that a request's headers say, within the limit. */
  #bytesOf(headers: IncomingHttpHeaders): number {
    const length = headers["content-length"];
    if (length === undefined) return headers["transfer-encoding"] === undefined ? 0 : this.#largest;
    return Math.min(Number(length), this.#largest);
  }
}
