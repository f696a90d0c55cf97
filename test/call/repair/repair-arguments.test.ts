import fc from "fast-check";
import { expect, it } from "vitest";
import { repairArguments } from "../../../src/call/repair-arguments.js";
import type { JsonObject } from "../../../src/contract/json-value.js";
import { inSentences, sentencesOf } from "../sentences.js";
import { outcome, toolWithRules } from "./tool-with-rules.js";

const tool = toolWithRules(
  {
    properties: {
      path: { type: "string" },
      limit: { type: "integer", minimum: 1, default: 50 },
      ratio: { type: "number" },
      all: { type: "boolean", default: false },
      level: { enum: ["low", 1, 2.5, true] },
      note: { type: ["string", "null"] },
      either: { anyOf: [{ type: "integer" }, { type: "string" }] },
      union: { oneOf: [{ type: "integer" }, { type: "boolean" }] },
      list: { type: "array", items: { type: "integer" } },
      nested: { type: "object", properties: { n: { type: "integer" }, d: { type: "integer", default: 7 } }, additionalProperties: false },
    },
    required: ["path"],
  },
  { aliases: [{ target: ["path"], names: ["file"] }], ignore: [["why"], ["nested", "comment"]], mutuallyExclusive: [["all", "limit"]] },
);
const defaults = { limit: 50, all: false };

const repaired: readonly (readonly [what: string, given: JsonObject, wanted: JsonObject])[] = [
  ["applies defaults", {}, {}],
  ["strips what the client added", { wait_for_previous: true }, {}],
  ["drops ignored keys, nested ones too", { why: "because", nested: { n: 1, comment: "c" } }, { nested: { n: 1, d: 7 } }],
  ["makes a number of a text where one is wanted", { limit: "10", ratio: "2.50" }, { limit: 10, ratio: 2.5 }],
  ["makes a number of a text with a plus sign", { limit: "+3", ratio: " +2.5 " }, { limit: 3, ratio: 2.5 }],
  ["takes 5.0 for an integer", { limit: "5.0" }, { limit: 5 }],
  ["makes a boolean of its word", { all: "true", limit: "50" }, { all: true }],
  ["takes a null for absence, so that the default holds", { limit: null, ratio: null }, {}],
  ["keeps a null that is allowed", { note: null }, { note: null }],
  ["leaves text that a type list admits", { note: "5" }, { note: "5" }],
  ["leaves text that a union admits", { either: "5" }, { either: "5" }],
  ["makes of text what a union without text wants", { union: "5" }, { union: 5 }],
  ["makes of text the other thing a union wants", { union: "false" }, { union: false }],
  ["makes of text the number that an enum lists", { level: "2.5" }, { level: 2.5 }],
  ["makes of text the boolean that an enum lists", { level: "true" }, { level: true }],
  ["leaves the text that an enum lists", { level: "low" }, { level: "low" }],
  ["mends elements of arrays", { list: ["1", 2, "-3"] }, { list: [1, 2, -3] }],
  ["mends nested places and applies their defaults", { nested: { n: "4", d: null } }, { nested: { n: 4, d: 7 } }],
];

it.each(repaired)("%s", (_, given, wanted) => {
  expect(outcome(repairArguments(tool, { path: "p", ...given }))).toEqual({ path: "p", ...defaults, ...wanted });
});

const refused: readonly (readonly [given: unknown, problem: string])[] = [
  [null, 'The arguments must be one JSON object, such as {"path": …}, but null was given.'],
  [undefined, 'The arguments must be one JSON object, such as {"path": …}, but nothing was given.'],
  [["p"], 'The arguments must be one JSON object, such as {"path": …}, but ["p"] (an array) was given.'],
  [{ path: "p", limit: "10-20" }, '`limit` must be an integer, but "10-20" (a string) was given.'],
  [{ path: "p", limit: "1,000" }, '`limit` must be an integer, but "1,000" (a string) was given.'],
  [{ path: "p", limit: "L42" }, '`limit` must be an integer, but "L42" (a string) was given.'],
  [{ path: "", list: "", limit: "x" }, '`limit` must be an integer, but "x" (a string) was given.'],
  [{ path: "p", limit: "1e999" }, '`limit` must be an integer, but "1e999" (a string) was given.'],
  [{ path: "p", limit: "2.5" }, '`limit` must be an integer, but "2.5" (a string) was given.'],
  [{ path: "p", limit: "-5" }, '`limit` must be at least 1, but "-5" (a string) was given.'],
  [{ path: "p", limit: true }, "`limit` must be an integer, but true (a boolean) was given."],
  [{ path: "p", all: "yes" }, '`all` must be a boolean, but "yes" (a string) was given.'],
  [{ path: "p", all: 1 }, "`all` must be a boolean, but 1 (a number) was given."],
  [{ path: "p", list: [null] }, "`list[0]` must be an integer, but null was given."],
  [{ path: 5.5 }, "`path` must be a string, but 5.5 (a number) was given."],
  [{ path: 9007199254740992 }, "`path` must be a string, but 9007199254740992 (a number) was given."],
  [{ path: { a: 1 } }, '`path` must be a string, but {"a":1} (an object) was given.'],
  [{ path: null }, "`path` is required, but null was given."],
  [{}, "`path` is required, but missing."],
  [{ path: "p", file: "q" }, '`path` is "p" but `file` is "q", and both mean `path`. Give `path` alone, once.'],
  [{ path: "p", all: true, limit: 3 }, "`all` (true) and `limit` (3) exclude each other: give only one of `all`, `limit`."],
];

it.each(refused)("refuses %j", (given, problem) => {
  expect(inSentences(repairArguments(tool, given))).toEqual({ ok: false, code: "invalidArguments", problems: [problem] });
});

it("doesn't count false and a value equal to its default among parameters that exclude each other", () => {
  expect(repairArguments(tool, { path: "p", all: false, limit: 3 }).ok).toBe(true);
  expect(repairArguments(tool, { path: "p", all: true, limit: 50 }).ok).toBe(true);
});

it("keeps a client's key that the tool itself declares", () => {
  const declares = toolWithRules({ properties: { wait_for_previous: { type: "boolean" } } });
  expect(outcome(repairArguments(declares, { wait_for_previous: true }))).toEqual({ wait_for_previous: true });
});

it("chooses the branch whose constant fits and leaves its text alone", () => {
  const branch = (kind: string, n: JsonObject) => ({ type: "object", properties: { kind: { const: kind }, n }, required: ["kind", "n"] });
  const union = toolWithRules({
    properties: { v: { oneOf: [branch("a", { type: "integer" }), branch("b", { type: "string", maxLength: 3 })] } },
  });
  expect(outcome(repairArguments(union, { v: { kind: "a", n: "7" } }))).toEqual({ v: { kind: "a", n: 7 } });
  const problems = ['`v.n` must have at most 3 characters, but "12345" (a string) was given.'];
  expect(inSentences(repairArguments(union, { v: { kind: "b", n: "12345" } }))).toEqual({ ok: false, code: "invalidArguments", problems });
});

it("takes the names of prototypes for names like any other", () => {
  const given: unknown = JSON.parse('{"path":"p","__proto__":{"limit":3},"constructor":1}');
  const result = repairArguments(tool, given);
  expect(result.ok ? [] : sentencesOf(result).map((problem) => problem.split(".")[0])).toEqual([
    "`__proto__` is not a parameter of this tool",
    "`constructor` is not a parameter of this tool",
  ]);
  const open = repairArguments(toolWithRules({ additionalProperties: true }), given);
  expect(open.ok && Object.getPrototypeOf(open.params) === Object.prototype && Object.hasOwn(open.params, "__proto__")).toBe(true);
});

it("refuses arguments that are nested too deeply, before anything recurses into them", () => {
  const given: unknown = JSON.parse(`{"path":${"[".repeat(100_000)}${"]".repeat(100_000)}}`);
  expect(repairArguments(tool, given)).toEqual({
    ok: false,
    code: "invalidArguments",
    problems: [{ code: "too-deep", most: 200 }],
  });
});

it("never mutates what it was given, and answers every JSON value", () => {
  const key = fc.constantFrom("path", "file", "limit", "all", "nested", "list", "note", "why", "wait_for_previous", "__proto__", "zzz");
  const object = fc.array(fc.tuple(key, fc.jsonValue())).map((entries) => Object.fromEntries(entries));
  fc.assert(
    fc.property(fc.oneof(object, fc.jsonValue()), (given) => {
      const before = JSON.stringify(given);
      const result = repairArguments(tool, given);
      expect(JSON.stringify(given)).toBe(before);
      expect(result.ok || (result.problems.length > 0 && sentencesOf(result).every((problem) => problem.length > 0))).toBe(true);
    }),
  );
});

it("repairs twice to the same", () => {
  const value = fc.oneof(fc.string(), fc.integer().map(String), fc.integer(), fc.boolean(), fc.constant(null));
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom("file", "limit", "ratio", "all", "note", "either", "union"), value), (given) => {
      const once = repairArguments(tool, { path: "p", ...given });
      if (once.ok) expect(repairArguments(tool, once.params)).toEqual({ ...once, repairs: [] });
    }),
  );
});

it("says what is wrong with very many elements in a few sentences", () => {
  const result = repairArguments(tool, { path: "p", list: Array.from({ length: 50_000 }, () => "x"), zzz: 1 });
  expect(result.ok ? 0 : result.problems.length).toBe(21);
  expect(result.ok ? "" : sentencesOf(result).at(-1)).toMatch(/^Besides these there are 4998\d more mistakes\.$/);
});
