(redis.cjs)
