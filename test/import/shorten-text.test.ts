import { expect, it } from "vitest";
import { wordsIn } from "../../src/import/imported-tool.js";
import { shortenText, visibleText } from "../../src/import/text/visible-text.js";

const size = 10_000_000;

it.each(["<!--", "[", "![](", "<a", "[](", "\n ", "<https:", "**a", "![a]((", "[a](()"])("reads long texts once: %j", (piece) => {
  expect(shortenText(piece.repeat(size / piece.length), 600).length).toBeLessThanOrEqual(600);
});

it("reads long names once", () => {
  expect(wordsIn("A".repeat(size)).join("")).toMatch(/^a+$/);
});

it("removes markup, also around parentheses, and comments that don't end", () => {
  expect(shortenText("See [A (b)](https://example.com/A_(b)), ![image](x.png)<https://example.com>.<!-- hidden", 600)).toBe(
    "See A (b), https://example.com.",
  );
});

it("removes characters that a reader doesn't see", () => {
  const hidden = "\u202e\u2066\u2069\u200b\u200e\ufeff\u00ad\u2060\u3164\u{e0041}\u{e0100}\u200c\u200d\ufe0f";
  expect(visibleText([...hidden].map((character) => `a${character}b`).join(" "))).toBe([...hidden].map(() => "ab").join(" "));
});

it("keeps the joiners of words and emoji", () => {
  for (const text of ["می\u200cخواهم", "क्\u200dष", "👩\u200d💻", "❤\ufe0f\u200d🔥", "👩🏽\u200d🚀"]) expect(visibleText(text)).toBe(text);
  expect(visibleText("می\u200c خواهم")).toBe("می خواهم");
});
