import { expect, it } from "vitest";
import { classifyRepairs } from "../../../src/call/log/classify-repairs.js";
import { repairArguments } from "../../../src/call/repair-arguments.js";
import { toolWithRules } from "../repair/tool-with-rules.js";

const tool = toolWithRules(
  {
    properties: {
      path: { type: "string" },
      limit: { type: "integer" },
      edits: {
        type: "array",
        items: { type: "object", properties: { oldText: { type: "string" } }, required: ["oldText"], additionalProperties: false },
      },
      env: { type: "object", additionalProperties: { type: "integer" } },
    },
    required: ["path"],
  },
  {
    aliases: [
      { target: ["path"], names: ["file"] },
      { target: ["edits", "[]", "oldText"], names: ["old"] },
    ],
    ignoreIf: [{ target: ["all"], values: [false] }],
  },
);
const counted = (input: unknown) =>
  classifyRepairs(repairArguments(tool, input), tool.definition).map(({ rule, from, to, times }) => [rule, from, to, times]);

it("counts what was repaired, elements of lists together", () => {
  expect(counted({ file: "a", limit: "5", edits: [{ old: "x" }, { old: "y" }] })).toEqual([
    ["alias", "edits[].old", "edits[].oldText", 2],
    ["alias", "file", "path", 1],
    ["number", "limit", "limit", 1],
  ]);
  expect(counted({ path: "a" })).toEqual([]);
});

it("counts a refused call once, and what it was refused for", () => {
  const refused = ["refused", "", undefined, 1];
  expect(counted({ limit: "x" })).toEqual([refused, ["missing", "path", undefined, 1], ["not-accepted", "limit", undefined, 1]]);
  expect(counted({ path: null })).toEqual([refused, ["missing", "path", undefined, 1]]);
  expect(counted({ path: "a", limti: 1 })).toEqual([refused, ["unknown", "limti", "limit", 1]]);
  expect(counted({ path: "a", edits: [{ oldText: "a", oldTexts: "b" }] })).toEqual([
    refused,
    ["unknown", "edits[].oldTexts", "edits[].oldText", 1],
  ]);
  expect(counted({ path: "a", file: "b" })).toEqual([refused, ["conflict", "path", "path", 1]]);
  expect(counted({ path: "a", all: true })).toEqual([refused, ["impossible", "all", undefined, 1]]);
  expect(counted([])).toEqual([refused]);
});

it("counts why arguments of every shape are refused", () => {
  const shaped = toolWithRules(
    {
      properties: { path: { type: "string" }, all: { type: "boolean" }, start: { type: "integer" }, count: { type: "integer" } },
    },
    {
      aliases: [{ target: ["path"], names: ["file_path"] }],
      mutuallyExclusive: [["path", "all"]],
      coerce: [{ kind: "range", start: "start", count: "count", end: ["end"], range: ["lines"], first: 1 }],
    },
  );
  const reasons = (input: unknown) =>
    classifyRepairs(repairArguments(shaped, input), shaped.definition).flatMap(({ rule, from, to }) =>
      rule === "refused" ? [] : [[rule, from, to]],
    );
  expect(reasons({ path: "a", all: true })).toEqual([["exclusive", "path", "all"]]);
  // A name that the spec doesn't have is not kept.
  expect(reasons({ filePath: "a", file_path: "b" })).toEqual([["conflict", "*", "file_path"]]);
  expect(reasons({ start: 5, end: 3 })).toEqual([["conflict", "end", "start"]]);
  expect(reasons({ start: 1, end: 3, count: 7 })).toEqual([["conflict", "end", "count"]]);
  expect(reasons({ start: 1, lines: "2-3" })).toEqual([["conflict", "start", "lines"]]);
  expect(reasons({ start: 1, end: "x" })).toEqual([["not-accepted", "end", undefined]]);
});

it("keeps no name that could be something else: none that is near to nothing, is long, has odd characters or many digits", () => {
  const secret = "AKIAIOSFODNN7EXAMPLE";
  for (const key of [secret, "pa th`th", "x".repeat(60), "path_1234567"]) {
    const text = JSON.stringify([counted({ path: "a", [key]: 1 }), counted({ path: "a", env: { [key]: secret } })]);
    expect(text).not.toContain(secret);
    expect(text).not.toContain(key);
  }
  expect(counted({ path: "a", env: { a_name_that_goes_on_and_on_for_more_than_forty: "1", pin_12345: "2" } })).toEqual([
    ["number", "env.*", "env.*", 2],
  ]);
});

it("keeps nothing that a value says, even one that reads like a refusal", () => {
  const says = "x, and both mean `stolen`. Give `stolen` alone, once.";
  const counts = [
    counted({ path: says, file: "`other` is y, and both mean `stolen`. Give" }),
    counted({ path: "a", limit: "`stolen` must " }),
    counted({ path: "a", all: "`stolen` is z, which this tool can't do." }),
    counted("`stolen` must "),
  ];
  expect(JSON.stringify(counts)).not.toContain("stolen");
});
