import { connectRedis, type RedisOptions } from "./redis-connection.js";
import { redisOutputs } from "./redis-outputs.js";
import { RedisTasks } from "./redis-tasks.js";
import { redisUsedAnswers } from "./redis-used-answers.js";
import type { SharedState } from "./shared-state.js";

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
