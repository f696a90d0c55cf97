import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { hasRepeatingTests, withoutUsualTests } from "./repeating-tests.js";

const path = "test/setup/made.test.ts";

/** The titles of the tests that the soak keeps of a file. */
const kept = (text: string) => [...withoutUsualTests(path, text).matchAll(/"(\w+ [\w ]+)"/g)].map(([, title]) => title);

it("keeps what repeats or samples, itself or by anything else of the file, and leaves the other tests out", () => {
  const text = `import { it as test, it } from "vitest";
import { repeat, sampled as drawn } from "../kit/repeat.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { sampledBalancers } from "../server/http/balancers.js";
const runs: number = repeat({ usual: 1, soak: 2 });
const twice = () => runs * 2;
let set: number;
let other = 1;
beforeAll(() => { set = twice(); });
it("repeats itself", () => { check(repeat({ usual: 1, soak: 2 })); });
it("left out", () => { check("x".repeat(2), { repeat: 1 }, other); });
it.each(drawn([1], { usual: 1 }))("for each of a sample", () => {});
it.each([1])("left out", () => {
  check(temporaryFolder());
});
it("uses what repeats", () => { check(twice()); });
it("uses what a hook sets", () => { check(set); });
it.runIf(sampledBalancers().length > 0)("uses a helper that samples", () => {});
describe("a group", () => { it("a test in it", () => { check(runs); }); });
describe("left out", () => { it("left out", () => {}); });
for (const one of [1]) it("made by a loop", () => {});
`;
  expect(kept(text)).toEqual([
    ...["repeats itself", "for each of a sample", "uses what repeats", "uses what a hook sets", "uses a helper that samples"],
    ...["a group", "a test in it", "made by a loop"],
  ]);
  expect(withoutUsualTests(path, text).split("\n")).toHaveLength(text.split("\n").length);
});

it("leaves a file out in which nothing repeats", () => {
  expect(hasRepeatingTests("test/setup/repeating-tests.test.ts")).toBe(false);
  expect(hasRepeatingTests("test/compiler/check/suggest-fixes.test.ts")).toBe(true);
});

it("is documented", () => {
  expect(readFileSync(new URL("../../contributing/testing.md", import.meta.url), "utf8")).toContain(
    "leaves the other tests of the file out",
  );
});
