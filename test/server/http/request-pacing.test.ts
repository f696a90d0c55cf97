import { expect, it } from "vitest";
import { RequestPacing } from "../../../src/server/http/admission.js";

const round = () => new Promise<void>((resolve) => setImmediate(resolve));

it("begins the first request of a quiet round at once, and a few more in each round", async () => {
  const pacing = new RequestPacing();
  expect(pacing.next()).toBeUndefined();
  let begun = 0;
  for (let i = 0; i < 5; i++) void pacing.next()?.then(() => begun++);
  const counts: number[] = [];
  for (let i = 0; i < 6; i++) {
    await round();
    counts.push(begun);
  }
  expect(counts.at(-1)).toBe(5);
  for (const [i, count] of counts.entries()) expect(count - (counts[i - 1] ?? 0)).toBeLessThanOrEqual(2);
});

it("begins none in rounds with new connections, but not for ever", async () => {
  const pacing = new RequestPacing();
  pacing.accepted();
  let isBegun = false;
  void pacing.next()?.then(() => {
    isBegun = true;
  });
  for (let i = 0; i < 20; i++) {
    pacing.accepted();
    await round();
  }
  expect(isBegun).toBe(false);
  for (let i = 0; i < 200 && !isBegun; i++) {
    pacing.accepted();
    await round();
  }
  expect(isBegun).toBe(true);
});
