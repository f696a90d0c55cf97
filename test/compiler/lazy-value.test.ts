import { expect, it } from "vitest";
import { lazyValue } from "../../src/compiler/check-cache.js";

it("reads its members once, at the first access to one of them", () => {
  let reads = 0;
  const value = lazyValue({ name: "a" }, ["b", "c"], () => {
    reads += 1;
    return { b: 1, c: 2 };
  });
  expect([value.name, reads]).toEqual(["a", 0]);
  expect({ ...value }).toEqual({ name: "a", b: 1, c: 2 });
  expect([structuredClone(value), reads]).toEqual([{ name: "a", b: 1, c: 2 }, 1]);
});

it("reads again after a failure", () => {
  let broken = true;
  const value = lazyValue<{ b?: number }>({}, ["b"], () => {
    if (broken) throw new Error("broken");
    return { b: 1 };
  });
  expect(() => value.b).toThrow("broken");
  broken = false;
  expect(value.b).toBe(1);
});
