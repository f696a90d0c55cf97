import { ProtocolError } from "@modelcontextprotocol/server";
import { unavailable } from "../protocol/errors.js";

/** A client can act on it: the call has changed nothing, and another server may answer soon. */
export const endingMessage = "The server is ending, and the call was not run. Connect again in a few seconds, and send it again.";

/**
 * Counts running calls, so that a server which is to end can wait for them. It counts calls and not HTTP exchanges,
 * because the SDK never ends the exchange of a call that its client has cancelled (@modelcontextprotocol/server 2.4).
 */
export class CallCount {
  #running = 0;
  #isClosed = false;
  readonly #onIdle = new Set<() => void>();

  /** False once the server refuses new calls. */
  get isOpen(): boolean {
    return !this.#isClosed;
  }

  /** Counts a call as long as it runs. Rejects once the server refuses new calls. */
  async run<Result>(call: () => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw new ProtocolError(unavailable, endingMessage);
    this.#running++;
    try {
      return await call();
    } finally {
      this.#running--;
      if (this.#running === 0) for (const go of this.#onIdle) go();
    }
  }

  /** From now on the server refuses new calls. Resolves once no call is running. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#running > 0) await new Promise<void>((resolve) => this.#onIdle.add(resolve));
  }
}
