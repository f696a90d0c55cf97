import fc from "fast-check";
import { expect, it } from "vitest";
import { anyCharacter } from "./any-character.js";

it("draws the first and the last character, and none of the surrogates", () => {
  const drawn = (at: number) => anyCharacter.canShrinkWithoutContext(String.fromCodePoint(at));
  expect([0, 0xd7ff, 0xe000, 0x10ffff].map(drawn)).toEqual([true, true, true, true]);
  expect([0xd800, 0xdfff].map(drawn)).toEqual([false, false]);
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => text.isWellFormed()));
});

it("makes texts that are dangerous in JavaScript, as fast-check's own units do", () => {
  const texts = fc.sample(fc.string({ unit: anyCharacter, maxLength: 20 }), { numRuns: 2000, seed: 1 });
  expect(texts).toContain("__proto__");
});
