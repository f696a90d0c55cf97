import type { UsedAnswers } from "../approval/question-states.js";
import type { RedisConnection } from "./redis-connection.js";

/**
 * Takes an answer that isn't in the set, to a question that isn't older than the set. It has the answers by the time
 * until which they are remembered, and the time since which it has all of them, as a negative number.
 *
 * The first write needs memory, so that a full Redis refuses all of it.
 */
const useAnswer = `
local answers, id, now, since, untilTime = KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
redis.call('ZADD', answers, 'NX', -now, 'since')
if since < -tonumber(redis.call('ZSCORE', answers, 'since')) then return 0 end
local isFirst = redis.call('ZADD', answers, 'NX', untilTime, 'id:' .. id)
redis.call('ZREMRANGEBYSCORE', answers, 0, '(' .. now)
return isFirst`;

/**
 * Remembers used answers in Redis, for all replicas of a server. It takes an answer only if Redis says that no replica
 * has, and that it has forgotten nothing since the question. All answers are under one key: a Redis that evicts keys or
 * has lost its data forgets them together with the time since which it has them.
 */
export function redisUsedAnswers({ redis, nameOf: keyOf, answered: ask }: RedisConnection): UsedAnswers {
  const key = keyOf("answers");
  redis.on("ready", () => {
    redis.zadd(key, "NX", -Date.now(), "since").catch(() => {});
  });
  return {
    use: async (id, { since, until }) => {
      const now = Date.now();
      return (await ask(redis.eval(useAnswer, 1, key, id, now, since, Math.max(until, now + 1)))) === 1;
    },
  };
}
