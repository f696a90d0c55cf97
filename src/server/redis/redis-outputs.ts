import type { SharedOutputs } from "../state/output-store.js";
import { SharedStateError } from "../state/shared-state.js";
import type { RedisConnection } from "./redis-connection.js";

/** Room for an entry's key and its two places in lists, so that the number of small outputs is limited too. */
const entryBytes = 1024;

/**
 * Adds an output and drops the oldest ones beyond the limits, in one step. `index` lists all outputs by the time of
 * their end, `own` those of the caller, and `sums` has the bytes of all and by caller. Their own end is that of their
 * last output. Times have microseconds, so that outputs of a millisecond are in their order.
 */
const addOutput = `
local prefix, entry, index, sums = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local id, caller, size, ms = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local mostOfOne, mostOfAll = tonumber(ARGV[5]), tonumber(ARGV[6])
local own = prefix .. 'outputs:' .. caller
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local function drop(member)
  local oldId, oldSize, oldCaller = string.match(member, '^(.-):(%d+):(.-)$')
  redis.call('DEL', prefix .. 'output:' .. oldId)
  redis.call('ZREM', index, member)
  redis.call('ZREM', prefix .. 'outputs:' .. oldCaller, member)
  redis.call('HINCRBY', sums, 'all', -oldSize)
  if redis.call('HINCRBY', sums, oldCaller, -oldSize) <= 0 then redis.call('HDEL', sums, oldCaller) end
end
local function limit(list, sum, most)
  while tonumber(redis.call('HGET', sums, sum) or '0') + size > most do
    local oldest = redis.call('ZRANGE', list, 0, 0)[1]
    if not oldest then return end
    drop(oldest)
  end
end
for _, member in ipairs(redis.call('ZRANGEBYSCORE', index, '-inf', string.format('%.3f', now))) do drop(member) end
if mostOfOne > 0 then limit(own, caller, mostOfOne) end
limit(index, 'all', mostOfAll)
local member = id .. ':' .. ARGV[3] .. ':' .. caller
redis.call('HSET', entry, 'caller', caller, 'omitted', ARGV[7], 'bytes', ARGV[8])
for _, list in ipairs({index, own}) do redis.call('ZADD', list, string.format('%.3f', now + ms), member) end
for _, sum in ipairs({'all', caller}) do redis.call('HINCRBY', sums, sum, size) end
for _, key in ipairs({entry, index, own, sums}) do redis.call('PEXPIRE', key, ms) end
return 1`;

/** The most bytes of outputs that Redis hasn't answered. Beyond that it is too slow to get more. */
const maxUnansweredBytes = 16 * 1024 * 1024;

/** Shares full outputs in Redis, with the limits of one process for all replicas together. */
export function redisOutputs({ redis, nameOf, callerOf, answered }: RedisConnection): SharedOutputs {
  let unansweredBytes = 0;
  return {
    put: async ({ id, principal, bytes, omittedBytes }, { ms, allBytes, bytesOfOne }) => {
      if (unansweredBytes + bytes.length > maxUnansweredBytes) throw new SharedStateError("Redis is too slow for this output.");
      const keys = [nameOf(""), nameOf(`output:${id}`), nameOf("outputs"), nameOf("output-bytes")];
      // Callers who aren't known are one, and may have all of it.
      const mostOfOne = principal === "" ? 0 : bytesOfOne;
      const values = [id, callerOf(principal), bytes.length + entryBytes, ms, mostOfOne, allBytes, omittedBytes, bytes];
      unansweredBytes += bytes.length;
      try {
        await answered(redis.eval(addOutput, keys.length, ...keys, ...values));
      } finally {
        unansweredBytes -= bytes.length;
      }
    },
    get: async (id, principal) => {
      const [caller, omitted, bytes] = await answered(redis.hmgetBuffer(nameOf(`output:${id}`), "caller", "omitted", "bytes"));
      if (!caller || !omitted || !bytes || caller.toString() !== callerOf(principal)) return undefined;
      return { bytes, omittedBytes: Number(omitted.toString()) };
    },
  };
}
