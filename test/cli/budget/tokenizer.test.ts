import { readFileSync } from "node:fs";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, it } from "vitest";
import { openTokenizer } from "../../../src/cli/build/count-tools.js";

const { count, encoding } = openTokenizer();
const published = (text: string) => countTokens(text, { disallowedSpecial: new Set() });

it.each(["README.md", "docs/spec.md", "generated/bin/tools.json", "package-lock.json", "library/replace.yaml"])(
  "counts %s as the published tokenizer does",
  (path) => {
    const text = readFileSync(path, "utf8");
    expect(count(text)).toBe(published(text));
  },
);

it.each([
  "",
  "größe 日本語 한국어 العربية",
  "😀👨‍👩‍👧",
  "\t\t  \n\r\n x",
  "ﷺ\ud800x",
  "<|endoftext|>",
  "camelCaseHTTPServer2048",
  "a".repeat(900),
])("counts %j as the published tokenizer does", (text) => {
  expect(count(text)).toBe(published(text));
});

it("names its encoding", () => {
  expect(encoding).toBe("o200k_base");
});

it("counts a word of any length in parts, about as the whole", () => {
  const text = "abcdefg".repeat(5_000);
  expect(count(text) / text.length).toBeCloseTo(count(text.slice(0, 700)) / 700, 1);
});
