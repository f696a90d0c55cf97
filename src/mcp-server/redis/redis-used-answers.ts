import { Redis } from "ioredis";
import type { SharedUsedAnswers } from "./shared-used-answers.js";

export interface RedisOptions {
  readonly url: string;
  log(line: string): void;
}

/** An answer that Redis hasn't confirmed by then is refused. In milliseconds. */
const commandMs = 2000;

/** Between two attempts to connect, at most. In milliseconds. */
const longestPauseMs = 2000;

/** Since when Redis has all answers. A Redis that has lost its data has lost this too. */
const sinceKey = "toolgen:answers-since";
const answerKey = (id: string) => `toolgen:answer:${id}`;

/**
 * Remembers used answers in Redis, for all replicas of a server. It takes an answer only if Redis says that no replica
 * has, and that it has forgotten nothing since the question. The server bundles it as `redis.cjs`.
 */
export function redisUsedAnswers({ url, log }: RedisOptions): SharedUsedAnswers {
  const redis = new Redis(url, {
    connectionName: "toolgen",
    commandTimeout: commandMs,
    connectTimeout: commandMs,
    // A command is sent now or fails: no call waits for a Redis that may be away for hours.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(attempt * 100, longestPauseMs),
    reconnectOnError: (error) => error.message.startsWith("READONLY"),
  });
  let isReported = false;
  const recovered = () => {
    if (isReported) log("Redis answers again.");
    isReported = false;
  };
  const failed = ({ message }: Error) => {
    if (isReported) return;
    isReported = true;
    log(`Redis (TOOLGEN_REDIS) can't be used: ${message || "it can't be reached"}. Until it can, no confirmation is taken.`);
  };
  redis.on("error", failed).on("ready", () => {
    recovered();
    redis.set(sinceKey, Date.now(), "NX").catch(() => {});
  });
  return {
    use: async (id, { since, until }) => {
      const ms = Math.max(until - Date.now(), 1);
      const answer = redis.multi().set(sinceKey, Date.now(), "NX").get(sinceKey).set(answerKey(id), 1, "PX", ms, "NX").exec();
      const results = await answer.catch((error: Error) => {
        failed(error);
        throw error;
      });
      recovered();
      const [, complete, first] = (results ?? []).map(([error, value]) => {
        if (error !== null) throw error;
        return value;
      });
      return first === "OK" && typeof complete === "string" && since >= Number(complete);
    },
    close: () => redis.disconnect(),
  };
}
