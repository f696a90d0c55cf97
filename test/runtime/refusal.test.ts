import { expect, it } from "vitest";
import { renderRefusal } from "../../src/runtime/refusal.js";

it("says what was not run, why, a line a problem, and what to do next", () => {
  expect(renderRefusal("search_text", ["`a` is wrong.", "`b` is\n  wrong too."])).toBe(
    "search_text was not run: its arguments are wrong.\n- `a` is wrong.\n- `b` is wrong too.\nNothing was changed. Correct these and call search_text again.",
  );
});

it("stays at about 4 kB, whatever the problems", () => {
  for (const problem of ["x", "€".repeat(100_000), "😀".repeat(300), "y".repeat(899)]) {
    const text = renderRefusal(
      "t".repeat(10_000),
      Array.from({ length: 2000 }, () => problem),
    );
    expect(Buffer.byteLength(text)).toBeLessThan(4200);
    expect(text).not.toContain("\uFFFD");
    expect(text).not.toMatch(/\p{Surrogate}/u);
    expect(text).toMatch(/- and \d+ more\.\nNothing/);
  }
});
