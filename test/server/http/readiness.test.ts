import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Readiness } from "../../../src/server/http/serve-http.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Says whether balancers know yet, for a server that was asked and then ended. */
function ending(readiness: Readiness) {
  let isKnown = false;
  void readiness.known().then(() => {
    isKnown = true;
  });
  return async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return isKnown;
  };
}

it("waits for no balancer if none asks", async () => {
  const known = ending(new Readiness());
  expect(await known(0)).toBe(true);
});

it("waits for no balancer that has stopped asking", async () => {
  const readiness = new Readiness();
  readiness.asked(true);
  await vi.advanceTimersByTimeAsync(10_001);
  const known = ending(readiness);
  expect(await known(0)).toBe(true);
});

it("waits until a balancer has heard three times that the server is ending, and for what is on its way", async () => {
  const readiness = new Readiness();
  readiness.asked(true);
  const known = ending(readiness);
  readiness.asked(false);
  readiness.asked(false);
  expect(await known(1000)).toBe(false);
  readiness.asked(false);
  expect(await known(100)).toBe(false);
  expect(await known(100)).toBe(true);
});

it("waits five seconds for a balancer that asks seldom", async () => {
  const readiness = new Readiness();
  readiness.asked(true);
  const known = ending(readiness);
  expect(await known(4999)).toBe(false);
  expect(await known(201)).toBe(true);
});
