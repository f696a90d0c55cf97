import { expect, it } from "vitest";
import { closest } from "../../../src/contract/names.js";

const near: readonly (readonly [name: string, candidates: readonly string[], expected: string | undefined])[] = [
  ["paht", ["pattern", "path"], "path"],
  ["contnet", ["path", "content"], "content"],
  ["file_path", ["path", "filePath"], "filePath"],
  ["FILE-PATH", ["filePath"], "filePath"],
  ["old_strng", ["oldText", "old_string"], "old_string"],
  ["serch_text", ["search_text", "git_log"], "search_text"],
  ["x", ["pattern", "path"], undefined],
  ["colour", ["shape", "size"], undefined],
  ["", ["a"], undefined],
  ["___", ["a"], undefined],
  ["a", [], undefined],
  ["ab", ["cd", "ac"], "ac"],
  ["q", ["z", "Q"], "Q"],
  ["q", ["z"], undefined],
  ["x", ["xs"], "xs"],
  ["gitlog", ["git_lag", "git_log"], "git_log"],
];

it.each(near)("takes %j among %j to mean %j", (name, candidates, expected) => {
  expect(closest(name, candidates)).toBe(expected);
});

it("prefers the first of candidates that are equally near", () => {
  expect(closest("pat", ["pad", "pan"])).toBe("pad");
});

it("answers for a very long name and for thousands of candidates", () => {
  const names = Array.from({ length: 5000 }, (_, i) => `tool_number_${i}`);
  expect(closest("tool_numbr_4321", names)).toBe("tool_number_4321");
  expect(closest("x".repeat(1_000_000), names)).toBeUndefined();
  expect(closest("name", ["x".repeat(1_000_000)])).toBeUndefined();
});
