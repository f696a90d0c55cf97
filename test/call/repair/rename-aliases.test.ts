import { expect, it } from "vitest";
import { problemText } from "../../../src/call/problem-text.late.js";
import { renameAliases } from "../../../src/call/repair/rename-aliases.late.js";
import type { JsonObject } from "../../../src/contract/json-value.js";

const rules = [
  { target: ["edits", "[]", "oldText"], names: ["old_string", "search"] },
  { target: ["path"], names: ["file", "file_path"] },
  { target: ["edits"], names: ["changes"] },
];

const renamed: readonly (readonly [what: string, given: JsonObject, wanted: JsonObject])[] = [
  ["renames an alias", { file: "a" }, { path: "a" }],
  ["leaves a canonical call alone", { path: "a", other: 1 }, { path: "a", other: 1 }],
  ["lets the canonical value win over an equal alias", { path: "a", file: "a" }, { path: "a" }],
  ["lets the canonical value win over a null alias", { path: "a", file: null }, { path: "a" }],
  ["lets the canonical value win over an empty text", { path: "a", file: "" }, { path: "a" }],
  ["lets the canonical value win over an empty array", { path: "a", file: [] }, { path: "a" }],
  ["lets the canonical value win over an empty object", { path: "a", file: {} }, { path: "a" }],
  ["fills in a null canonical value", { path: null, file: "a" }, { path: "a" }],
  ["fills in an absent value with an empty one", { file: "" }, { path: "" }],
  ["keeps a null that an alias alone gives", { file: null }, { path: null }],
  ["keeps false and 0, which are not empty", { file: 0 }, { path: 0 }],
  ["collapses equal aliases", { file: "a", file_path: "a" }, { path: "a" }],
  ["prefers an alias that says something to an empty one", { file: "", file_path: "a" }, { path: "a" }],
  ["compares objects whatever the order of their keys", { path: { a: 1, b: [2] }, file: { b: [2], a: 1 } }, { path: { a: 1, b: [2] } }],
  ["renames outer levels first", { changes: [{ search: "x" }, { oldText: "y" }] }, { edits: [{ oldText: "x" }, { oldText: "y" }] }],
  ["passes over what a nested rule doesn't fit", { edits: [null, 5, "x", ["y"]] }, { edits: [null, 5, "x", ["y"]] }],
  ["passes over an object where an array is meant", { edits: { old_string: "x" } }, { edits: { old_string: "x" } }],
];

it.each(renamed)("%s", (_, given, wanted) => {
  expect(renameAliases(given, rules)).toEqual({ params: wanted, problems: [] });
});

const conflicts: readonly (readonly [given: JsonObject, problem: string])[] = [
  [{ path: "a", file: "b" }, '`path` is "a" but `file` is "b", and both mean `path`. Give `path` alone, once.'],
  [{ file: "a", file_path: "b" }, '`file` is "a" but `file_path` is "b", and both mean `path`. Give `path` alone, once.'],
  [{ path: "", file: "b" }, '`path` is "" but `file` is "b", and both mean `path`. Give `path` alone, once.'],
  [{ path: "a", file: false }, '`path` is "a" but `file` is false, and both mean `path`. Give `path` alone, once.'],
  [
    { path: { a: undefined as never }, file: { b: 1 } },
    '`path` is {"a":nothing} but `file` is {"b":1}, and both mean `path`. Give `path` alone, once.',
  ],
  [
    { edits: [{ oldText: "x" }, { oldText: "x", search: "y" }] },
    '`edits[1].oldText` is "x" but `edits[1].search` is "y", and both mean `edits[1].oldText`. Give `edits[1].oldText` alone, once.',
  ],
];

it.each(conflicts)("refuses %j, which gives one parameter two values", (given, problem) => {
  expect(renameAliases(given, rules).problems.map(problemText)).toEqual([problem]);
});

it("shortens the values that it quotes", () => {
  const { problems } = renameAliases({ path: "x".repeat(10_000), file: "y" }, rules);
  expect(problems.map(problemText)[0]?.length).toBeLessThan(250);
});

it("mutates nothing of what it is given", () => {
  const given = JSON.parse('{"changes":[{"search":"x"}],"file":"a","__proto__":{"path":"evil"}}');
  const before = JSON.stringify(given);
  const { params } = renameAliases(given, rules);
  expect(JSON.stringify(given)).toBe(before);
  expect(Object.keys(params).sort()).toEqual(["__proto__", "edits", "path"]);
  expect(Object.getPrototypeOf(params)).toBe(Object.prototype);
});

it("takes inherited names for absent", () => {
  expect(renameAliases({}, [{ target: ["path"], names: ["constructor", "toString", "__proto__"] }]).params).toEqual({});
});
