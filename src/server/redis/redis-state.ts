import type { SharedState, UsedAnswers } from "../state/shared-state.js";
import { connectRedis, type RedisConnection, type RedisOptions } from "./redis-connection.js";
import { redisOutputs } from "./redis-outputs.js";
import { RedisTasks } from "./redis-tasks.js";

/** Shares state with other replicas in Redis. The server bundles it as `redis.cjs`. */
export function redisState(options: RedisOptions): SharedState {
  const connection = connectRedis(options);
  const tasks = new RedisTasks(connection);
  return {
    used: redisUsedAnswers(connection),
    outputs: redisOutputs(connection),
    tasks,
    close: () => {
      tasks.close();
      connection.close();
    },
  };
}

/** The clock of Redis, in milliseconds since 1970: those of replicas may differ. */
const redisNow = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/**
 * Empties a set of another run of Redis: one that was started again from an older copy on disk, or the copy on another
 * machine that has replaced it, has forgotten answers. Then notes the time since which the set has all answers, as a
 * negative number, if it is new. A Redis that doesn't say which run it is counts as one run.
 */
const beginSet = `${redisNow}
local answers = KEYS[1]
local info = redis.pcall('INFO', 'server')
local run = 'run:' .. (type(info) == 'string' and string.match(info, 'run_id:(%w+)') or '')
if not redis.call('ZSCORE', answers, run) then redis.call('DEL', answers) end
redis.call('ZADD', answers, 'NX', -now, 'since', -now, run)`;

/**
 * Takes an answer that isn't in the set, to a question that isn't older than the set. It has the answers by the time
 * until which they are remembered.
 *
 * The first write needs memory, so that a full Redis refuses all of it.
 */
const useAnswer = `${beginSet}
local id, since, rememberedMs = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
if since < -tonumber(redis.call('ZSCORE', answers, 'since')) then return 0 end
local isFirst = redis.call('ZADD', answers, 'NX', now + rememberedMs, 'id:' .. id)
redis.call('ZREMRANGEBYSCORE', answers, 0, '(' .. now)
return isFirst`;

/** By how much the clocks of replicas may differ. A used answer is remembered so much longer. In milliseconds. */
const clockToleranceMs = 3_600_000;

/**
 * Remembers used answers in Redis, for all replicas of a server. It takes an answer only if Redis says that no replica
 * has, and that it has forgotten nothing since the question. All answers are under one key: a Redis that evicts keys or
 * has lost its data forgets them together with the time since which it has them.
 */
function redisUsedAnswers({ redis, nameOf, answered }: RedisConnection): UsedAnswers {
  const name = nameOf("answers");
  redis.on("ready", () => {
    redis.eval(beginSet, 1, name).catch(() => {});
  });
  return {
    use: async (id, { since, until }) =>
      (await answered(redis.eval(useAnswer, 1, name, id, since, until - since + clockToleranceMs))) === 1,
  };
}
