/** Leaves a script unless a task hasn't ended and its owner is gone. */
const ifLost = `
local prefix, task = KEYS[1], KEYS[2]
if redis.call('HGET', task, 'status') ~= 'working' then return 0 end
if redis.call('EXISTS', prefix .. 'replica:' .. redis.call('HGET', task, 'owner')) == 1 then return 0 end`;

/**
 * The scripts of tasks, which Redis runs in one step each. A task is a hash that expires by itself: its caller, its
 * owner, its program, its status, its end, and a request to cancel it.
 *
 * A Redis whose memory is full lets a script go on whose first write needs no memory. All of them begin with one, since
 * what they write is small and a program must be stoppable, but for the end with a result.
 */
export const taskScripts = {
  /** Returns the id of the caller's task for a program, a new one if there is none; nothing if there are too many. */
  begin: `
local prefix, index, link, lease = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local id, most, ms = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local known = redis.call('GET', link)
if known and redis.call('HGET', prefix .. 'task:' .. known, 'status') == 'working' then return known end
redis.call('ZREMRANGEBYSCORE', index, '-inf', now)
if redis.call('ZCARD', index) >= most then return false end
local task = prefix .. 'task:' .. id
redis.call('HSET', task, 'status', 'working', 'owner', ARGV[5], 'caller', ARGV[6], 'about', ARGV[7])
redis.call('ZADD', index, now + ms, id)
redis.call('SET', link, id, 'PX', ms)
redis.call('SET', lease, 1, 'PX', ARGV[4])
redis.call('PEXPIRE', task, ms)
redis.call('PEXPIRE', index, ms)
return id`,

  /** Ends a task that hasn't ended. */
  end: `
if redis.call('HGET', KEYS[1], 'status') ~= 'working' then return 0 end
if ARGV[1] ~= 'completed' then redis.call('HDEL', KEYS[1], 'ended') end
redis.call('HSET', KEYS[1], 'status', ARGV[1], 'ended', ARGV[2])
return 1`,

  /** Notes that the owner of a task must cancel it. */
  requestCancel: `
if redis.call('HGET', KEYS[1], 'status') ~= 'working' then return 0 end
redis.call('HDEL', KEYS[1], 'cancel')
redis.call('HSET', KEYS[1], 'cancel', 1)
return 1`,

  /** Ends a task that hasn't ended and whose owner is gone. */
  endLost: `${ifLost}
redis.call('HDEL', task, 'ended')
redis.call('HSET', task, 'status', ARGV[1], 'ended', ARGV[2])
return 1`,

  /** Gives a task that hasn't ended and whose owner is gone a new owner, with its lease. */
  adopt: `${ifLost}
redis.call('HDEL', task, 'ended')
redis.call('HSET', task, 'owner', ARGV[1])
redis.call('SET', KEYS[3], 1, 'PX', ARGV[2])
return 1`,
} as const;
