import { onTestFinished } from "vitest";
import { redisState } from "../../../src/mcp-server/redis/redis-state.js";
import type { SharedState } from "../../../src/mcp-server/redis/shared-state.js";
import { patience } from "../../kit/eventually.js";

export const key = Buffer.from("a key of all replicas, of 32 bytes or more");

/** The state of a replica, which is connected to a Redis until the test ends. */
export function connected(url: string, log: (line: string) => void = () => {}, ownKey: Uint8Array = key): SharedState {
  const state = redisState({ url, key: ownKey, log });
  onTestFinished(() => state.close());
  return state;
}

/** Does something as soon as Redis can be asked at all. */
export async function whenReady<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let left = patience.timeout / 50; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
