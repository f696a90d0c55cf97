import { expect, it } from "vitest";
import { compiledTool } from "../../../kit/compiled.js";

const properties = {
  file: { type: "string", pattern: "^[a-z./]+$" },
  out: { type: "string" },
  n: { type: "integer", minimum: 1 },
  mode: { enum: ["fast", "slow"] },
  force: { type: "boolean", default: false },
  either: { anyOf: [{ type: "integer" }, { $ref: "#/$defs/word" }] },
};

async function said(rules: unknown, more: object = {}) {
  const { diagnostics } = await compiledTool(
    JSON.stringify({
      name: "t",
      description: "d",
      kind: "edit",
      schema: { properties, required: ["file"], $defs: { word: { enum: ["all", "none"] } } },
      paths: { out: "write" },
      data: Object.keys(properties),
      command: ["prog", "--x={{json @params}}"],
      risk: { rules },
      ...more,
    }),
  );
  return diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

const when = (condition: unknown) => [{ when: condition, level: "safe" }];

it.each([
  { file: "a" },
  { file: ["a", "b"], n: 2 },
  { n: { minimum: 5 } },
  { mode: null },
  { mode: ["fast", null] },
  { mode: { pattern: "^f" } },
  { either: "all" },
  { either: 3 },
  { either: { type: "integer" } },
  { out: "tmp/a.txt" },
  { out: "." },
  { out: "/etc/passwd" },
  { force: true },
  { "@principal": "ci" },
  { "@principal": ["alice", null], n: 2 },
  { "@principal": { pattern: "@example\\.com$" } },
])("takes the condition %j", async (condition) => {
  expect(await said(when(condition))).toEqual([]);
});

it.each([
  [{ fiel: "a" }, "unknown-parameter: There is no parameter 'fiel'. Did you mean 'file'?"],
  [{ "@principle": "ci" }, "unknown-parameter: There is no parameter '@principle'."],
  [{ "@principal": 5 }, "impossible-condition: '@principal' is never 5: it must be"],
  [{ n: "5" }, "impossible-condition: 'n' is never \"5\": it must be an integer."],
  [{ mode: ["fast", "quick"] }, "impossible-condition: 'mode' is never \"quick\": it must be one of"],
  [{ mode: { pattern: "^q" } }, "impossible-condition: 'mode' is never like this: its schema admits no such value."],
  [{ n: { type: "string" } }, "impossible-condition: 'n' is never like this: its schema admits no such value."],
  [{ either: "some" }, "impossible-condition: 'either' is never \"some\": it must be"],
  [{ file: null }, "impossible-condition: 'file' is never absent: it is required, or has a default."],
  [{ force: null }, "impossible-condition: 'force' is never absent: it is required, or has a default."],
  [{ out: "./tmp" }, "impossible-condition: 'out' is never \"./tmp\": paths are compared as they lead from their root, here as 'tmp'."],
  [{ out: "tmp/" }, "impossible-condition: 'out' is never \"tmp/\": paths are compared as they lead from their root, here as 'tmp'."],
  [
    { file: { patern: "^a" } },
    "bad-condition: This is not a condition on 'file': JSON Schema has no keyword 'patern'. Did you mean 'pattern'?",
  ],
  [{ file: { pattern: "(" } }, "bad-condition: This is not a condition on 'file': '(' is not a regular expression: "],
  [{ file: { patternProperties: { "[": true } } }, "bad-condition: This is not a condition on 'file': '[' is not a regular expression: "],
  [{ file: { type: "strng" } }, "bad-condition: This is not a condition on 'file': 'type' must"],
  [{ file: { format: "uri" } }, "bad-condition: This is not a condition on 'file': 'format' can't be decided for a call."],
  [{ file: { anyOf: [{ $ref: "#" }] } }, "bad-condition: This is not a condition on 'file': '$ref' can't be decided for a call."],
  [{ file: {} }, "bad-condition: This is not a condition on 'file': an empty JSON Schema says nothing."],
])("refuses the condition %j", async (condition, message) => {
  const found = await said(when(condition));
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(message);
});

it.each([
  [[{ mode: ["fast", "slow", null] }, { n: 1 }], true],
  [[{ force: [true, false] }, { n: 1 }], true],
  [[{ n: { minimum: 2 } }, { n: [2, 3], force: true }], true],
  [[{ file: { pattern: "^a" } }, { file: { pattern: "^a" }, n: 1 }], true],
  [[{}, { n: 1 }], true],
  [[{ n: { minimum: 2 } }, { n: [1, 2] }], false],
  [[{ mode: ["fast", "slow"] }, { n: 1 }], false],
  [[{ mode: ["fast", "slow"] }, { mode: { pattern: "." } }], true],
  [[{ n: 1, force: true }, { n: 1 }], false],
  [[{ file: { pattern: "^a" } }, { file: { pattern: "^ab" } }], false],
])("judges whether of the conditions %j the second is ever asked", async (conditions, isUnreachable) => {
  const found = await said(conditions.map((condition) => ({ when: condition, level: "safe" })));
  expect(found).toEqual(isUnreachable ? ["unreachable-rule: This rule never decides: wherever it matches, rule 1 matches first."] : []);
});

it("warns of a level below what an argument can do, and keeps the tool where it was", async () => {
  const more = { code: { file: "sh" }, command: ["sh", "-c", "{{file}}", "{{json @params}}"] };
  const found = await said(when({ force: true }), more);
  expect(found).toEqual(["level-too-low: This call stays dangerous: an argument is a program (sh), or can pass any option."]);
});

it("says of rules what it says of all keys: what is unknown, what is missing, what has another type", async () => {
  const found = await said([{ when: { n: 1 }, levl: "safe" }, { level: "safe" }, { when: { n: 1 }, level: "harmless" }]);
  expect(found.map((text) => text.split(":")[0])).toEqual(["unknown-key", "missing-key", "unknown-risk"]);
});

it("looks at names alone where the schema is wrong", async () => {
  const schema = { properties: { file: { type: "strng" } } };
  expect((await said(when({ file: 1, fiel: 1 }), { schema, paths: {}, data: [] })).map((text) => text.split(":")[0])).toEqual([
    "invalid-schema",
    "unknown-parameter",
  ]);
});
