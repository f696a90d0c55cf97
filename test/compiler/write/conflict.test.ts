import { expect, it } from "vitest";
import { hasConflict, readMergedManifest } from "../../../src/compiler/write/manifest.js";

const head = '{\n  "version": 1,\n  "toolgen": "1.0.0",\n  "files": {\n';

it("sees the markers that Git leaves, and no text that only looks like one of them", () => {
  expect(hasConflict("a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> other\n")).toBe(true);
  for (const text of ["<<<<<<< HEAD\n", "  <<<<<<< a\n  >>>>>>> b\n", "=======\n", ">>>>>>> a\n"])
    expect(hasConflict(text), text).toBe(false);
});

it("takes the entries of both sides and of their base, with line ends of any kind", () => {
  const text = `${head}<<<<<<< HEAD\n    "a": "00",\n||||||| 1234\n    "b": "11"\n=======\n    "c\\"": null\n>>>>>>> other\n  }\n}\n`;
  const merged = { version: 1, toolgen: "1.0.0", files: { a: "00", b: "11", 'c"': null } };
  expect(readMergedManifest(text)).toEqual(merged);
  expect(readMergedManifest(text.replaceAll("\n", "\r\n"))).toEqual(merged);
});

it("reads lines of both sides that lack the comma between them", () => {
  expect(readMergedManifest(`${head}    "a": "00"\n    "b": null\n  }\n}\n`)?.files).toEqual({ a: "00", b: null });
});

it("takes the newer format where the sides differ in it, so that a newer toolgen's folder is left alone", () => {
  expect(readMergedManifest(head.replace("{\n", '{\n  "version": 2,\n'))?.version).toBe(2);
});

it.each(["no manifest", `${head}    "a": "0`, `${head}    "a": ["00"]\n  }\n}\n`, "{\n}\n"])("doesn't guess what %j means", (text) => {
  expect(readMergedManifest(text)).toBeUndefined();
});
