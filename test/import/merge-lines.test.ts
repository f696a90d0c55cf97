import { expect, it } from "vitest";
import { ignoresFolder, mergeLines } from "../../src/import/find-proposals.js";

it("adds only what is missing, at the end, in the file's own line ends", () => {
  expect(mergeLines(undefined, ["a/", "b"]).text).toBe("a/\nb\n");
  expect(mergeLines("x\r\ny", ["a/"]).text).toBe("x\r\ny\r\na/\r\n");
  expect(mergeLines("x\n", ["a/"])).toEqual({ text: "x\na/\n", added: ["a/"] });
  expect(mergeLines("", ["a/"]).text).toBe("a/\n");
});

it("changes nothing the second time, and where another spelling says the same", () => {
  for (const line of [".toolgen", "/.toolgen/", ".toolgen/", "**/.toolgen", ".toolgen/**", "  .toolgen/  "])
    expect(mergeLines(`${line}\n`, [".toolgen/"])).toEqual({ text: `${line}\n`, added: [] });
  expect(mergeLines("# .toolgen/\n", [".toolgen/"]).added).toEqual([".toolgen/"]);
  expect(mergeLines("!.toolgen/\n", [".toolgen/"]).added).toEqual([".toolgen/"]);
});

it("leaves an attribute line of the same pattern to its author", () => {
  expect(mergeLines("generated/** -diff\n", ["generated/** text eol=lf linguist-generated"]).added).toEqual([]);
});

it("sees that a folder is ignored", () => {
  expect(ignoresFolder("dist\r\n/generated\r\n", "generated")).toBe(true);
  expect(ignoresFolder("# generated\n", "generated")).toBe(false);
});
