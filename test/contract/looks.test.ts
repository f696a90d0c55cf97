import { expect, it } from "vitest";
import { looks } from "../../src/contract/process.js";

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

it("looks once a turn where looks are shared, and each time elsewhere", async () => {
  let looked = 0;
  const look = looks.onceATurn(() => ++looked);
  const other = looks.onceATurn((name) => `other ${name}`);
  expect([look("a"), look("a")]).toEqual([1, 2]);
  looks.share();
  looks.share();
  expect([look("a"), await Promise.resolve("a").then(look), other("a"), look("b"), look("a")]).toEqual([3, 3, "other a", 4, 3]);
  await nextTurn();
  expect([look("a"), look("a")]).toEqual([5, 6]);
  looks.share();
  expect([look("a"), look("a")]).toEqual([7, 7]);
  await nextTurn();
});

it("remembers that nothing was found, and no error", () => {
  looks.share();
  let looked = 0;
  const look = looks.onceATurn((name) => {
    looked++;
    if (name === "broken") throw new Error(name);
  });
  expect([look("nothing"), look("nothing"), looked]).toEqual([undefined, undefined, 1]);
  for (const _ of [1, 2]) expect(() => look("broken")).toThrow("broken");
  expect(looked).toBe(3);
});
