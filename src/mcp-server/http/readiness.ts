import { doneWithin } from "../../runtime/io/done-within.js";

/** A balancer asks at least so often whether a server is ready, if it asks at all. In milliseconds. */
const longestPauseMs = 10_000;

/** After so many answers that it isn't, a balancer sends no more: haproxy's `fall`, by default. */
const enough = 3;

/** A balancer that asks more seldom than every second or two isn't waited for. In milliseconds. */
const longestWaitMs = 5000;

/** Requests may be on their way when a balancer learns that a server is ending. In milliseconds. */
const onTheWayMs = 200;

/**
 * The answers of a server at `/readyz`. One that ends goes on listening until balancers know: the system resets
 * connections that no program has accepted, and a balancer can't tell whether such a request has run.
 */
export class Readiness {
  #askedAt = Number.NEGATIVE_INFINITY;
  #refused = 0;
  #onKnown: (() => void) | undefined;

  /** Counts an answer, which says whether calls are taken. */
  asked(isReady: boolean): void {
    this.#askedAt = performance.now();
    this.#refused += isReady ? 0 : 1;
    if (this.#refused === enough) this.#onKnown?.();
  }

  /** Resolves once balancers know that the server is ending; at once if none has asked lately. */
  async known(): Promise<void> {
    if (performance.now() - this.#askedAt > longestPauseMs) return;
    const known = new Promise<void>((resolve) => {
      this.#onKnown = resolve;
    });
    await doneWithin(longestWaitMs, known);
    await new Promise((resolve) => setTimeout(resolve, onTheWayMs));
  }
}
