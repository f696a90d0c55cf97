import { expect, it } from "vitest";
import { markdownBlock, markdownCode, markdownLine, markdownProse, markdownText } from "../../../../src/compiler/emit/print/markup-text.js";
import { hostileTexts } from "../catalogue/hostile-specs.js";

it("escapes what would be markup, and what begins a block", () => {
  expect(markdownText("*a* _b_ <b> [c](d) `e` | f $g$ &amp; #1")).toBe(
    "\\*a\\* \\_b\\_ \\<b\\> \\[c\\](d) \\`e\\` \\| f \\$g\\$ \\&amp; \\#1",
  );
  expect(markdownText("- a\n+ b\n1. c\n2) d\n# e\n> f\n===\n    g")).toBe(
    "\\- a\\\n\\+ b\\\n1\\. c\\\n2\\) d\\\n\\# e\\\n\\> f\\\n\\===\\\ng",
  );
  expect(markdownText("https://a.example, www.a.example, :smile:")).toBe("https\\://a.example, www\\.a.example, \\:smile:");
});

it("divides e-mail addresses, which GitHub links even behind a backslash", () => {
  expect(markdownText("a@b.example, @name")).toBe("a<span>@</span>b.example, @name");
  expect(markdownProse("mailto:a.b@c.example")).toBe("mailto\\:a.b<span>@</span>c.example");
});

it("keeps lines and paragraphs, and puts a line into one", () => {
  expect(markdownText("a\nb\r\n\r\nc\n\n\nd\n")).toBe("a\\\nb\n\nc\n\nd");
  expect(markdownLine("a\n  b")).toBe("a b");
});

it("prints code with entities, and a fence that the code doesn't close", () => {
  expect(markdownCode("a|`*_<b>\\")).toBe("<code>a&#124;&#96;&#42;&#95;&#60;b&#62;&#92;</code>");
  expect(markdownProse("see `a|b` & c")).toBe("see <code>a&#124;b</code> \\& c");
  expect(markdownBlock("a\n````\nb")).toBe("`````\na\n````\nb\n`````");
});

it("makes characters visible that are invisible or change the writing direction", () => {
  for (const print of [markdownText, markdownLine, markdownCode, markdownProse, markdownBlock])
    for (const text of hostileTexts) expect(print(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u200b\u202a-\u202e\u2066-\u2069]/);
});
