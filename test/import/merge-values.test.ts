import { expect, it } from "vitest";
import type { JsonValue } from "../../src/contract/json-value.js";
import { mergeValues } from "../../src/import/text/merge-values.js";

type Value = JsonValue | undefined;

interface Row {
  readonly title: string;
  readonly base: Value;
  readonly own: Value;
  readonly imported: Value;
  readonly edits: readonly unknown[];
  readonly conflicts: readonly string[];
}

/** Each row: the last import, the user's spec, this import, and the edits and conflicts that follow. */
const table: readonly (readonly [
  title: string,
  base: Value,
  own: Value,
  imported: Value,
  edits: readonly unknown[],
  conflicts?: readonly string[],
])[] = [
  ["nothing has changed", { a: 1 }, { a: 1 }, { a: 1 }, []],
  ["the document changed", { a: 1 }, { a: 1 }, { a: 2 }, [["a", 2]]],
  ["the user changed", { a: 1 }, { a: 2 }, { a: 1 }, []],
  ["both made the same change", { a: 1 }, { a: 2 }, { a: 2 }, []],
  ["both changed", { a: 1 }, { a: 2 }, { a: 3 }, [], ["a"]],
  ["the document has a new key", { a: 1 }, { a: 1 }, { a: 1, b: 2 }, [["b", 2]]],
  ["the user has a new key", { a: 1 }, { a: 1, b: 2 }, { a: 1 }, []],
  ["both have the same new key", {}, { b: 1 }, { b: 1 }, []],
  ["both have a new key with different values", {}, { b: 1 }, { b: 2 }, [], ["b"]],
  ["the document lost a key", { a: 1 }, { a: 1 }, {}, [["a", undefined]]],
  ["the document lost a key that the user changed", { a: 1 }, { a: 2 }, {}, [], ["a"]],
  ["the user removed a key", { a: 1 }, {}, { a: 1 }, []],
  ["the user removed a key that the document changed", { a: 1 }, {}, { a: 2 }, [], ["a"]],
  ["both removed a key", { a: 1 }, {}, {}, []],
  ["each changed another key", { a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1, b: 2 }, [["b", 2]]],
  ["each changed another key inside", { p: { a: 1, b: 1 } }, { p: { a: 2, b: 1 } }, { p: { a: 1, b: 2 } }, [["p.b", 2]]],
  ["a map became a text", { p: { a: 1 } }, { p: { a: 1 } }, { p: "x" }, [["p", "x"]]],
  ["a map that the user changed became a text", { p: { a: 1 } }, { p: { a: 2 } }, { p: "x" }, [], ["p"]],
  ["each added a word", { r: ["a"] }, { r: ["a", "own"] }, { r: ["a", "new"] }, [["r", ["a", "own", "new"]]]],
  ["the document removed a word", { r: ["a", "b"] }, { r: ["b", "a", "own"] }, { r: ["a"] }, [["r", ["a", "own"]]]],
  ["the user removed a word that stays in the document", { r: ["a", "b"] }, { r: ["a"] }, { r: ["a", "b", "c"] }, [["r", ["a", "c"]]]],
  ["both added the same word", { r: [] }, { r: ["a"] }, { r: ["a"] }, []],
  [
    "the user added an example",
    { e: [{ name: "x", v: 1 }] },
    {
      e: [
        { name: "x", v: 1 },
        { name: "own", v: 9 },
      ],
    },
    { e: [{ name: "x", v: 2 }] },
    [["e.0.v", 2]],
  ],
  [
    "the document has a new example, and the user one",
    { e: [{ name: "x" }] },
    { e: [{ name: "x" }, { name: "own" }] },
    { e: [{ name: "x" }, { name: "new" }] },
    [["e.2", { name: "new" }]],
  ],
  [
    "the user removed an example that the document changed",
    { e: [{ name: "x", v: 1 }] },
    { e: [] },
    { e: [{ name: "x", v: 2 }] },
    [],
    ["e"],
  ],
  ["lists of other maps are one value", { l: [{ a: 1 }] }, { l: [{ a: 2 }] }, { l: [{ a: 3 }] }, [], ["l"]],
  [
    "a key like any other",
    JSON.parse('{"__proto__": 1}'),
    JSON.parse('{"__proto__": 1}'),
    JSON.parse('{"__proto__": 2}'),
    [["__proto__", 2]],
  ],
];

const rows = table.map(([title, base, own, imported, edits, conflicts = []]): Row => ({ title, base, own, imported, edits, conflicts }));

it.each(rows)("merges if $title", ({ base, own, imported, edits, conflicts }) => {
  const merged = mergeValues({ base, own, imported });
  expect(merged.edits.map(({ path, value }) => [path.join("."), value])).toEqual(edits);
  expect(merged.conflicts.map(({ path }) => path.join("."))).toEqual(conflicts);
});
