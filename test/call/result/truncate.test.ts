import fc from "fast-check";
import { expect, it } from "vitest";
import { type Limits, truncate } from "../../../src/call/report.js";

const given = (text: string, limits: Partial<Limits>) => {
  const result = truncate(Buffer.from(text), { maxLines: 1000, maxBytes: 1000, keep: "head", ...limits });
  return result && { head: result.head.toString(), tail: result.tail.toString(), lines: result.omittedLines, bytes: result.omittedBytes };
};

it("leaves alone what fits exactly", () => {
  expect(given("a\nb\n", { maxLines: 2 })).toBeUndefined();
  expect(given("a\nb", { maxLines: 2 })).toBeUndefined();
  expect(given("abcd", { maxBytes: 4 })).toBeUndefined();
  expect(given("", { maxBytes: 0, maxLines: 0 })).toBeUndefined();
});

it("keeps the first lines, the last, or some of both", () => {
  const text = "1\n2\n3\n4\n5\n";
  expect(given(text, { maxLines: 2 })).toEqual({ head: "1\n2\n", tail: "", lines: 3, bytes: 6 });
  expect(given(text, { maxLines: 2, keep: "tail" })).toEqual({ head: "", tail: "4\n5\n", lines: 3, bytes: 6 });
  expect(given(text, { maxLines: 3, keep: "both" })).toEqual({ head: "1\n2\n", tail: "5\n", lines: 2, bytes: 4 });
});

it("counts a last line without a newline", () => {
  expect(given("1\n2\n3", { maxLines: 1, keep: "tail" })).toEqual({ head: "", tail: "3", lines: 2, bytes: 4 });
});

it("cuts at the end of a line where that keeps at least half of the room", () => {
  expect(given("123456\n89abcdef", { maxBytes: 10 })).toEqual({ head: "123456\n", tail: "", lines: 1, bytes: 8 });
  expect(given("12345678\nabcdef", { maxBytes: 10, keep: "tail" })).toEqual({ head: "", tail: "abcdef", lines: 1, bytes: 9 });
});

it("cuts inside a line that is too long by itself, but not inside a character", () => {
  expect(given("1\n€€€€€€", { maxBytes: 10 })).toEqual({ head: "1\n€€", tail: "", lines: 0, bytes: 12 });
  expect(given("😀😀😀", { maxBytes: 7, keep: "tail" })).toEqual({ head: "", tail: "😀", lines: 0, bytes: 8 });
});

it("keeps whole characters within its limits and accounts for every byte, whatever the text", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "é", "€", "😀", "\n", "\r\n"), maxLength: 60 });
  const limits = fc.record({
    maxLines: fc.nat(12),
    maxBytes: fc.nat(40),
    keep: fc.constantFrom("head" as const, "tail" as const, "both" as const),
  });
  fc.assert(
    fc.property(text, limits, (whole, limit) => {
      const bytes = Buffer.from(whole);
      const result = truncate(bytes, limit);
      if (result === undefined) return;
      const head = result.head.toString();
      const tail = result.tail.toString();
      expect(head + tail).not.toContain("\uFFFD");
      expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true);
      expect(result.head.length + result.tail.length).toBeLessThanOrEqual(limit.maxBytes);
      expect(head.split("\n").length - 1 + tail.split("\n").length - 1).toBeLessThanOrEqual(limit.maxLines);
      expect(result.omittedBytes).toBe(bytes.length - result.head.length - result.tail.length);
      expect(result.omittedBytes).toBeGreaterThan(0);
    }),
  );
});
