import fc from "fast-check";
import { expect, it } from "vitest";
import { repairArguments } from "../../../src/call/repair-arguments.js";
import type { JsonObject } from "../../../src/contract/json-value.js";
import { sentencesOf } from "../sentences.js";
import { outcome, toolWithRules } from "./tool-with-rules.js";

const line = { type: "integer", minimum: 1 };
const read = toolWithRules(
  { properties: { path: { type: "string" }, offset: line, limit: line }, required: ["path"] },
  {
    kind: "read",
    aliases: [{ target: ["path"], names: ["file"] }],
    coerce: [
      { kind: "path", target: ["path"] },
      { kind: "range", start: "offset", count: "limit", end: ["end"], range: ["lines"], file: "path", first: 1 },
    ],
  },
);
const never = () => false;

const ranges: readonly (readonly [given: JsonObject, wanted: JsonObject | RegExp])[] = [
  [{ path: "src/a.ts:10-20" }, { path: "src/a.ts", offset: 10, limit: 11 }],
  [{ path: "src/a.ts:L10-L20" }, { path: "src/a.ts", offset: 10, limit: 11 }],
  [{ path: "src/a.ts:10–20" }, { path: "src/a.ts", offset: 10, limit: 11 }],
  [{ file: "`src/a.ts:10-20`" }, { path: "src/a.ts", offset: 10, limit: 11 }],
  [{ path: "C:/a.ts:5-5" }, { path: "C:/a.ts", offset: 5, limit: 1 }],
  [
    { path: "a:10-20", offset: 10 },
    { path: "a", offset: 10, limit: 11 },
  ],
  [
    { path: "a:10-20", offset: "10", limit: "11" },
    { path: "a", offset: 10, limit: 11 },
  ],
  [
    { path: "a:10-20", lines: "10-20" },
    { path: "a", offset: 10, limit: 11 },
  ],
  [
    { path: "a:10-20", end: 20 },
    { path: "a", offset: 10, limit: 11 },
  ],
  [{ path: "a:10" }, { path: "a:10" }],
  [{ path: "a:10-" }, { path: "a:10-" }],
  [{ path: "a-10-20" }, { path: "a-10-20" }],
  [{ path: ":10-20" }, { path: ":10-20" }],
  [{ path: "a:10-20b" }, { path: "a:10-20b" }],
  [{ path: "a:20-10" }, /`path` ends at 10, before `path`, which is 20/],
  [{ path: "a:10-20", offset: 11 }, /`offset` has 11 for the start and `path` has 10/],
  [{ path: "a:10-20", limit: 5 }, /`limit` is 5, but `path` asks for a range of 11/],
  [{ path: "a:10-20", lines: "10-30" }, /`lines` has 30 for the end and `path` has 20/],
  [{ path: "a:0-5" }, /`offset` must be at least 1/],
];

it.each(ranges)("reads the lines of %j, where there is no such file", (given, wanted) => {
  const repaired = repairArguments(read, given, never);
  if (wanted instanceof RegExp) expect(repaired.ok ? repaired.params : sentencesOf(repaired).join("\n")).toMatch(wanted);
  else expect(outcome(repaired)).toEqual(wanted);
});

it("says that the lines came from the path", () => {
  const repaired = repairArguments(read, { path: "a:10-20" }, never);
  expect(repaired.ok && repaired.repairs).toEqual([{ rule: "range", from: "path", to: "limit" }]);
});

it("leaves a path that is there, and asks about no other", () => {
  const asked: unknown[] = [];
  const exists = (...question: readonly string[]) => asked.push(question) > 0;
  for (const path of ["a.ts", "a:10", "src/a.ts:10-20", "`b:1-2`"])
    expect(repairArguments(read, { path }, exists)).toMatchObject({ ok: true });
  expect(asked).toEqual([
    ["path", "src/a.ts:10-20"],
    ["path", "b:1-2"],
  ]);
  expect(repairArguments(read, { path: "a:10-20" }, exists)).toEqual({ ok: true, params: { path: "a:10-20" }, repairs: [] });
});

it("leaves every path where no file is looked at, or no range goes with it", () => {
  expect(outcome(repairArguments(read, { path: "a:10-20" }))).toEqual({ path: "a:10-20" });
  const { definition, validate } = read;
  const plain = { definition: { ...definition, coerce: [] }, validate };
  expect(outcome(repairArguments(plain, { path: "a:10-20" }, never))).toEqual({ path: "a:10-20" });
});

it("looks at paths in time that grows with them", () => {
  for (const path of [`a${":1-".repeat(100_000)}`, `a:1${" ".repeat(100_000)}-`, `${"a".repeat(100_000)}:1-2`])
    expect(outcome(repairArguments(read, { path }, never))).toEqual({ path: path.trim() });
});

it("comes to the same twice, and never changes a call whose path is there", () => {
  const path = fc.tuple(fc.string({ minLength: 1 }), fc.nat(50), fc.nat(50)).map(([name, a, b]) => `${name}:${a}-${b}`);
  fc.assert(
    fc.property(path, fc.option(fc.integer({ min: 1, max: 50 })), (name, offset) => {
      const given = { path: name, ...(offset !== null && { offset }) };
      const once = repairArguments(read, given, never);
      if (once.ok && !/:L?\d+\s*[-–—]\s*L?\d+$/i.test(String(once.params.path)))
        expect(repairArguments(read, once.params, never)).toEqual({ ...once, repairs: [] });
      const there = repairArguments(read, given, () => true);
      expect(there.ok && there.params.offset).toBe(offset ?? undefined);
    }),
  );
});
