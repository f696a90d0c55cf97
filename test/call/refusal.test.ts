import { expect, it } from "vitest";
import { mergeRefusals, refuse, renderRefusal } from "../../src/call/refusal.late.js";
import type { Problem } from "../../src/contract/problem.js";

const authors = (message: string): Problem => ({ code: "message", message });

it("says what was not run, why, a line a problem, and what to do next", () => {
  expect(renderRefusal("search_text", refuse(["`a` is wrong.", "`b` is\n  wrong too."].map(authors)))).toBe(
    "search_text was not run: its arguments are wrong.\n- `a` is wrong.\n- `b` is wrong too.\nNothing was changed. Correct these and call search_text again.",
  );
});

it("stays at about 4 kB, whatever the problems", () => {
  for (const problem of ["x", "€".repeat(100_000), "😀".repeat(300), "y".repeat(899)]) {
    const text = renderRefusal("t".repeat(10_000), refuse(Array.from({ length: 1000 }, (_, i) => authors(`${i}${problem}`))));
    expect(Buffer.byteLength(text)).toBeLessThan(4200);
    expect(text).not.toContain("\uFFFD");
    expect(text).not.toMatch(/\p{Surrogate}/u);
    expect(text).toMatch(/- and \d+ more\.\nNothing/);
  }
});

it("keeps of several refusals what only the user can change", () => {
  const wrong = refuse([authors("`a` is wrong.")]);
  const unmet = refuse(["No key.", "No key."].map(authors), "missingSecret");
  expect(mergeRefusals([wrong, unmet])).toEqual({ ok: false, code: "missingSecret", problems: [authors("No key.")] });
  expect(mergeRefusals([wrong, wrong])).toEqual({ ok: false, code: "invalidArguments", problems: [authors("`a` is wrong.")] });
});

it("ends every refusal that isn't about arguments with what the user must do", () => {
  for (const code of ["missingSecret", "invalidSecret", "unusableFolder", "unsupportedPlatform"] as const) {
    const text = renderRefusal("t", refuse([authors("It isn't there.")], code));
    expect(text).toMatch(/Calling t again won't help until the user .+\. Tell the user\.$/);
    expect(text).not.toContain("Correct this");
  }
});
