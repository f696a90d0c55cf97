import type { WarmProcess } from "./warm-process.js";

export type WarmLease = {
  readonly kind: "leased";
  readonly process: WarmProcess;
  /** The call is over here. `hasEnded`: it has its outcome. */
  readonly giveBack: (hasEnded: boolean) => void;
};

/** A call that needs a process. */
export interface Needing {
  readonly key: string;
  /** When it first needed one, by `performance.now`. */
  readonly since: number;
  /** The length of its arguments, in characters. */
  readonly length: number;
  /** True if it may be sent together with others (`WarmProcess.run`). */
  readonly mayShare: boolean;
}

interface Waiting extends Omit<Needing, "key"> {
  readonly go: (lease: WarmLease | undefined) => void;
}

/** The processes that serve equal calls (`warmProcessKey`), and the calls that wait for one. */
export interface Pool {
  running: number;
  /** When a call has ended, by `performance.now`. */
  lastEnd: number;
  /** Those that have waited longest first. */
  waiting: Set<Waiting>;
  /** The `since` of the last call that came to wait. */
  newest: number;
}

/**
 * More calls of a pool run at once only if none has ended for a while, or if a call has waited long, so that none waits
 * for long ones.
 */
const restMs = 100;
const mostWaitMs = 1000;

/** Waits for a process in the hands of another call; `undefined` after a while, or if that process has ended. */
export function waitFor(pool: Pool, { since, length, mayShare }: Needing, signal: AbortSignal): Promise<WarmLease | undefined> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      pool.waiting.delete(waiting);
      signal.removeEventListener("abort", onAbort);
    };
    const go: Waiting["go"] = (free) => {
      stop();
      resolve(free);
    };
    const waiting = { since, length, mayShare, go };
    const onAbort = () => {
      stop();
      reject(signal.reason);
    };
    const look = () => {
      const now = performance.now();
      const rest = Math.min(restMs - (now - pool.lastEnd), mostWaitMs - (now - since));
      if (rest > 0) timer = setTimeout(look, rest);
      else go(undefined);
    };
    let timer = setTimeout(look, restMs);
    signal.addEventListener("abort", onAbort, { once: true });
    // One that comes again has its place.
    if (since >= pool.newest) pool.waiting.add(waiting);
    else pool.waiting = new Set([...pool.waiting, waiting].sort((a, b) => a.since - b.since));
    pool.newest = Math.max(since, pool.newest);
  });
}

/**
 * The most calls that are sent to a process together, if its last ones were quick. It begins the next one without
 * waiting for this process.
 */
const mostTogether = 16;
/** The most characters of their arguments. */
const mostTextTogether = 16 * 1024;

/** Takes the calls that have waited longest: one, or the share of a process whose calls are quick. */
export function takeWaiting(pool: Pool, warm: WarmProcess): readonly Waiting[] {
  const share = warm.isUsable && warm.isQuick ? Math.min(mostTogether, Math.ceil(pool.waiting.size / pool.running)) : 1;
  const taken: Waiting[] = [];
  let length = 0;
  for (const one of pool.waiting) {
    length += one.length;
    const isAlone = taken.length > 0 && !(one.mayShare && taken[0]?.mayShare);
    if (isAlone || (taken.length > 0 && (taken.length >= share || length > mostTextTogether))) break;
    pool.waiting.delete(one);
    taken.push(one);
  }
  return taken;
}
