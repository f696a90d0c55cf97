import type { UsedAnswers } from "../approval/question-states.js";
import type { RedisConnection } from "./redis-connection.js";

/**
 * Remembers used answers in Redis, for all replicas of a server. It takes an answer only if Redis says that no replica
 * has, and that it has forgotten nothing since the question.
 */
export function redisUsedAnswers({ redis, nameOf: keyOf, answered: ask }: RedisConnection): UsedAnswers {
  // Since when Redis has all answers. A Redis that has lost its data has lost this too.
  const sinceKey = keyOf("answers-since");
  redis.on("ready", () => {
    redis.set(sinceKey, Date.now(), "NX").catch(() => {});
  });
  return {
    use: async (id, { since, until }) => {
      const ms = Math.max(until - Date.now(), 1);
      const request = redis
        .multi()
        .set(sinceKey, Date.now(), "NX")
        .get(sinceKey)
        .set(keyOf(`answer:${id}`), 1, "PX", ms, "NX");
      const results = await ask(request.exec());
      const [, complete, first] = (results ?? []).map(([error, value]) => {
        if (error !== null) throw error;
        return value;
      });
      return first === "OK" && typeof complete === "string" && since >= Number(complete);
    },
  };
}
