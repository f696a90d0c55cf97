import { createHmac } from "node:crypto";
import { Redis } from "ioredis";
import { SharedStateError } from "../state/shared-state.js";

export interface RedisOptions {
  readonly url: string;
  /** The signing key of the replicas. Servers with other keys in the same Redis share nothing with them. */
  readonly key: Uint8Array;
  /** By default those of `redisTimes`. */
  readonly times?: Partial<RedisTimes>;
  log(line: string): void;
}

/** The times of a replica, in milliseconds. */
export const redisTimes = {
  /** A command that Redis hasn't answered by then has failed. */
  commandMs: 2000,
  /** Between two attempts to connect, at most. */
  longestPauseMs: 2000,
  /** A Redis that refuses to store data is asked at this interval whether it does again. */
  probeMs: 2000,
  /** A replica that hasn't said for so long that it lives is gone. */
  leaseMs: 15_000,
  /** How often a replica says that it lives, and looks for requests to cancel its tasks. */
  beatMs: 1000,
};

export type RedisTimes = Readonly<typeof redisTimes>;

/** The connection of a replica. */
export interface RedisConnection {
  readonly redis: Redis;
  readonly times: RedisTimes;
  /** Since when Redis can be asked, in milliseconds since 1970; `undefined` while it is away. */
  readonly readySince: number | undefined;
  /** False from a refusal to store data on, such as for lack of memory, until Redis stores data again. */
  readonly takesData: boolean;
  /** Returns the name of an entry in Redis that only these replicas share. */
  nameOf(name: string): string;
  /** Returns a digest that stands for a caller in Redis, which names no callers. */
  callerOf(principal: string): string;
  /**
   * Waits for an answer of Redis. Reports once that there is none or that data is refused, and rejects with a
   * `SharedStateError`.
   */
  answered<Answer>(answer: Promise<Answer>): Promise<Answer>;
  close(): void;
}

export function connectRedis({ url, key, times: given, log }: RedisOptions): RedisConnection {
  const times = { ...redisTimes, ...given };
  const { commandMs, longestPauseMs, probeMs } = times;
  const redis = new Redis(url, {
    connectionName: "toolgen",
    commandTimeout: commandMs,
    connectTimeout: commandMs,
    // A Redis that hangs gets a new connection. The old one holds each command that it hasn't answered in memory.
    socketTimeout: commandMs,
    // A command is sent now or fails: no call waits for a Redis that may be away for hours.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(attempt * 100, longestPauseMs),
    reconnectOnError: (error) => error.message.startsWith("READONLY"),
  });
  const digest = (text: string) => createHmac("sha256", key).update(text).digest("hex").slice(0, 32);
  const space = digest("toolgen: the keys in Redis");
  // The braces put all entries into one slot of a cluster, as scripts with several entries need it.
  const nameOf = (name: string) => `{toolgen:${space}}:${name}`;
  let readySince: number | undefined;
  let probe: NodeJS.Timeout | undefined;
  let isReported = false;
  const recovered = () => {
    if (isReported) log("Redis answers again.");
    isReported = false;
  };
  const failed = ({ message }: Error) => {
    if (isReported) return;
    isReported = true;
    const reason = message || "it can't be reached";
    log(`Redis (TOOLGEN_REDIS) can't be used: ${reason}. Until it can, no confirmation is taken, and replicas share nothing.`);
  };
  // Reads succeed meanwhile, so that only a write tells when it is over.
  const refused = ({ message }: Error) => {
    if (probe !== undefined) return;
    log(`Redis (TOOLGEN_REDIS) stores no data: ${message}. Until it does, no confirmation is taken, and replicas share no results.`);
    probe = setInterval(() => {
      const stored = () => {
        if (probe === undefined) return;
        clearInterval(probe);
        probe = undefined;
        log("Redis stores data again.");
      };
      redis.set(nameOf("probe"), 1, "PX", probeMs).then(stored, () => {});
    }, probeMs).unref();
  };
  redis.on("error", failed);
  redis.on("close", () => {
    readySince = undefined;
  });
  redis.on("ready", () => {
    readySince = Date.now();
    recovered();
  });
  return {
    redis,
    times,
    get readySince() {
      return readySince;
    },
    get takesData() {
      return probe === undefined;
    },
    nameOf,
    callerOf: (principal) => digest(`caller ${principal}`),
    answered: async (answer) => {
      try {
        const result = await answer;
        recovered();
        return result;
      } catch (error) {
        const reason = error instanceof Error ? error : new Error(String(error));
        if (isRefusal(reason)) refused(reason);
        else failed(reason);
        throw new SharedStateError(reason.message, { cause: reason });
      }
    },
    close: () => {
      clearInterval(probe);
      redis.disconnect();
    },
  };
}

/**
 * True for an error of a Redis that answers but stores nothing at present: for lack of memory, because it can't write
 * its file, as a copy, or without enough copies. In a script, older versions put the code inside the message.
 */
const isRefusal = ({ message }: Error): boolean => /(?:^|: -)(?:OOM|MISCONF|READONLY|NOREPLICAS) /.test(message);
