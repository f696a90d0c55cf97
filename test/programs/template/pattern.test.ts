import fc from "fast-check";
import { expect, it } from "vitest";
import { patternProblem } from "../../../src/compiler/check/schema/schema-problems.js";
import { cannotBeginWithDash, isPlain } from "../../../src/programs/template/pattern.js";

it.each([
  ["^[a-z]+$", true],
  ["^a", true],
  ["^(?!-)[a-z-]+$", false],
  ["^(?!\\.)[a-z.]+$", true],
  ["^(?:abc|def)-", true],
  ["^(abc|-x)", false],
  ["^a|^b", false],
  ["[a-z]+", false],
  ["^\\w+$", true],
  ["^\\S+$", false],
  ["^.", false],
  ["^[^-]", true],
  ["^[^a]", false],
  ["^[a-]", false],
  ["^-", false],
  ["^a*b", true],
  ["^a*-", false],
  ["^a?", false],
  ["^(?:a)?b", true],
  ["^\\d{0,3}x", true],
  ["^\\u002d", false],
  ["^$", false],
  ["(", false],
])("decides of %s whether a value can't begin with '-': %s", (pattern, safe) => {
  expect(cannotBeginWithDash(pattern)).toBe(safe);
});

it("calls no pattern safe that admits a text beginning with '-'", () => {
  const atom = fc.constantFrom(
    "a",
    "-",
    "[a-z]",
    "[-x]",
    "[^a]",
    "[^-]",
    ".",
    "\\w",
    "\\W",
    "(?:a|b)",
    "(?:-|b)",
    "(?:a|)",
    "(?=x)",
    "(?!-)",
  );
  const quantified = fc
    .tuple(atom, fc.constantFrom("", "", "*", "?", "+", "{0,2}", "{2}"))
    .map(([a, q]) => (a.startsWith("(?=") || a.startsWith("(?!") ? a : a + q));
  const pattern = fc.array(quantified, { maxLength: 4 }).map((parts) => `^${parts.join("")}`);
  const text = fc.string({ unit: fc.constantFrom("a", "b", "x", "-", "."), maxLength: 5 }).map((rest) => `-${rest}`);
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 20, maxLength: 20 }), (source, texts) => {
      if (cannotBeginWithDash(source))
        for (const one of texts) expect(new RegExp(source, "u").test(one), `${source} admits ${one}`).toBe(false);
    }),
    { numRuns: 1_000 },
  );
});

it.each([
  ["^[A-Za-z0-9_]+$", true],
  ["^[a-z]{1,20}(?:/[a-z]+)*$", true],
  ["^\\w+$", true],
  ["^[\\w.@%+=:,/-]+$", true],
  ["^[a-z ]+$", false],
  ["^[a-z$]+$", false],
  ["^[^;]+$", false],
  ["^\\S+$", false],
  ["^[a-zé]+$", false],
  ["^\\p{L}+$", false],
  ["[a-z]+", false],
  ["^a$|^;$", false],
])("decides of %s whether it admits plain characters only: %s", (pattern, plain) => {
  expect(isPlain(pattern)).toBe(plain);
});

it("says why a pattern doesn't compile", () => {
  expect(patternProblem("a{2}")).toBeUndefined();
  expect(patternProblem("(")).toMatch(/[Uu]nterminated group/);
  expect(patternProblem("\\-")).toMatch(/[Ii]nvalid escape/);
});
