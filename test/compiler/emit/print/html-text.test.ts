import { expect, it } from "vitest";
import { htmlProse, htmlText } from "../../../../src/compiler/emit/print/markup-text.js";

it("prints text for content and attributes, and keeps its lines", () => {
  expect(htmlText(`<a href="x" title='y'>&amp;</a>\r\n\tb`)).toBe("&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;\n\tb");
});

it("shows characters that are invisible or change the writing direction", () => {
  expect(htmlText("a\u202eb\u0000c\u2066\u200b")).toBe("a\ufffdb\u2400c\ufffd\ufffd");
});

it("marks code between backticks on one line, and nothing else", () => {
  expect(htmlProse("a `<b>` c ` d")).toBe("a <code>&lt;b&gt;</code> c ` d");
  expect(htmlProse("`a\nb`")).toBe("`a\nb`");
});
