import { expect, it } from "vitest";
import { looks } from "../../src/contract/process.js";

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

it("looks once a turn where looks are shared, and each time elsewhere", async () => {
  let looked = 0;
  const look = () => looks.onceATurn("a file", () => ++looked);
  expect([look(), look()]).toEqual([1, 2]);
  looks.share();
  looks.share();
  expect([look(), await Promise.resolve().then(look), looks.onceATurn("another file", () => 0)]).toEqual([3, 3, 0]);
  await nextTurn();
  expect([look(), look()]).toEqual([4, 5]);
});

it("remembers that nothing was found, and no error", () => {
  looks.share();
  let looked = 0;
  const look = (words: string, isBroken: boolean) =>
    looks.onceATurn(words, () => {
      looked++;
      if (isBroken) throw new Error("broken");
    });
  expect([look("nothing", false), look("nothing", false), looked]).toEqual([undefined, undefined, 1]);
  for (const _ of [1, 2]) expect(() => look("broken", true)).toThrow("broken");
  expect(looked).toBe(3);
});
