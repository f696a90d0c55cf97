import { Redis } from "ioredis";
import { onTestFinished } from "vitest";

/** A connection of the test's own, which ends with the test. Its commands fail with what Redis reports. */
export function redisClient(url: string): Redis {
  const redis = new Redis(url);
  redis.on("error", () => {});
  onTestFinished(() => redis.disconnect());
  return redis;
}
