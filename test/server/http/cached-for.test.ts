import { afterEach, expect, it, vi } from "vitest";
import { cachedFor } from "../../../src/server/http/endpoint-servers.js";

afterEach(() => void vi.useRealTimers());

it("makes a value once for a time, and then again", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  let made = 0;
  const value = cachedFor(1000, () => ++made);
  expect([value(), value()]).toEqual([1, 1]);
  vi.advanceTimersByTime(900);
  expect(value()).toBe(1);
  vi.advanceTimersByTime(200);
  expect(value()).toBe(2);
});
