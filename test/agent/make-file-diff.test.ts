import { applyPatch } from "diff";
import fc from "fast-check";
import { expect, it } from "vitest";
import { makeFileDiff } from "../../src/agent/file-diff.js";

it("shows a change with its context, and counts it", () => {
  const diff = makeFileDiff({ filePath: "/w/a.txt", original: "one\ntwo\nthree\n", proposed: "one\n2\nthree\n" });
  expect(diff).toMatchObject({
    fileName: "a.txt",
    filePath: "/w/a.txt",
    originalContent: "one\ntwo\nthree\n",
    newContent: "one\n2\nthree\n",
  });
  expect(diff.fileDiff.split("\n").slice(-6)).toEqual(["@@ -1,3 +1,3 @@", " one", "-two", "+2", " three", ""]);
  expect(diff.diffStat).toMatchObject({ model_added_lines: 1, model_removed_lines: 1, model_added_chars: 1, model_removed_chars: 3 });
  expect(diff.isNewFile).toBeUndefined();
});

it("tells a new file from an empty one, and the user's part from the model's", () => {
  const change = { filePath: "/w/a.txt", original: null, proposed: "a\nb\n", edited: "a\nc\nd\n" };
  const diff = makeFileDiff(change);
  expect(diff).toMatchObject({ isNewFile: true, originalContent: null, newContent: "a\nc\nd\n" });
  expect(diff.diffStat).toEqual({
    model_added_lines: 2,
    model_removed_lines: 0,
    model_added_chars: 2,
    model_removed_chars: 0,
    user_added_lines: 2,
    user_removed_lines: 1,
    user_added_chars: 2,
    user_removed_chars: 1,
  });
});

const content = fc.array(fc.constantFrom("a", "b", "", "c\r", "- d", "+e", "\\ no"), { maxLength: 30 }).map((lines) => lines.join("\n"));

it("makes diffs that lead from one text to the other, whatever they hold", () => {
  fc.assert(
    fc.property(content, content, (original, proposed) => {
      const { fileDiff } = makeFileDiff({ filePath: "/w/a", original, proposed });
      expect(applyPatch(original, fileDiff, { autoConvertLineEndings: false })).toBe(proposed);
    }),
  );
});

it("shows the whole of two texts that have too little in common", () => {
  const numbered = (word: string) => Array.from({ length: 6000 }, (_, i) => `${word} ${i}\n`).join("");
  const [original, proposed] = [numbered("old"), numbered("new")];
  const { fileDiff, diffStat: stat } = makeFileDiff({ filePath: "/w/a", original, proposed });
  expect(stat).toMatchObject({ model_added_lines: 6000, model_removed_lines: 6000 });
  expect(applyPatch(original, fileDiff)).toBe(proposed);
});
