import fc from "fast-check";
import { expect, it } from "vitest";
import { repairArguments } from "../../../src/call/repair-arguments.js";
import type { JsonObject, JsonValue } from "../../../src/contract/json-value.js";
import { sentencesOf } from "../sentences.js";
import { toolWithRules } from "./tool-with-rules.js";

function problemsOf(schema: JsonObject, given: JsonValue): readonly string[] {
  const result = repairArguments(toolWithRules(schema), given);
  return result.ok ? [] : sentencesOf(result);
}

const form = (required: readonly string[], properties: JsonObject = {}) => ({ type: "object", properties, required });

/** Not written as an object, for a linter takes anything with a `then` for a promise. */
const conditional: JsonObject = JSON.parse('{"if":{"type":"string"},"then":{"minLength":2}}');

const values: readonly (readonly [keyword: string, schema: JsonObject, given: JsonValue, problem: string])[] = [
  ["type", { type: "string" }, 5.5, "`x` must be a string, but 5.5 (a number) was given."],
  ["type, several", { type: ["object", "array", "null"] }, 5, "`x` must be an object, an array or null, but 5 (a number) was given."],
  [
    "enum",
    { enum: ["fast", "slow"] },
    "fsat",
    '`x` must be one of "fast", "slow" (did you mean "fast"?), but "fsat" (a string) was given.',
  ],
  [
    "enum, long",
    { enum: Array.from({ length: 30 }, (_, i) => i) },
    "z",
    `\`x\` must be one of ${Array.from({ length: 24 }, (_, i) => i).join(", ")}, … (30 in all), but "z" (a string) was given.`,
  ],
  ["const", { const: { a: 1 } }, 1, '`x` must be exactly {"a":1}, but 1 (a number) was given.'],
  ["pattern", { pattern: "^a+$" }, "b", '`x` must match the regular expression "^a+$", but "b" (a string) was given.'],
  ["format", { format: "date" }, "5/31", '`x` must have the format "date", such as 2024-05-31, but "5/31" (a string) was given.'],
  ["format without an example", { format: "hostname" }, "-", '`x` must have the format "hostname", but "-" (a string) was given.'],
  ["minimum", { minimum: 1 }, 0, "`x` must be at least 1, but 0 (a number) was given."],
  ["maximum", { maximum: 1 }, 2, "`x` must be at most 1, but 2 (a number) was given."],
  ["exclusiveMinimum", { exclusiveMinimum: 1 }, 1, "`x` must be more than 1, but 1 (a number) was given."],
  ["exclusiveMaximum", { exclusiveMaximum: 1 }, 1, "`x` must be less than 1, but 1 (a number) was given."],
  ["multipleOf", { multipleOf: 5 }, 7, "`x` must be a multiple of 5, but 7 (a number) was given."],
  ["minLength", { minLength: 2 }, "a", '`x` must have at least 2 characters, but "a" (a string) was given.'],
  ["maxLength", { maxLength: 2 }, "abc", '`x` must have at most 2 characters, but "abc" (a string) was given.'],
  ["minItems", { minItems: 2 }, [1], "`x` must have at least 2 elements, but [1] (an array) was given."],
  ["maxItems", { maxItems: 1 }, [1, 2], "`x` must have at most 1 element, but [1,2] (an array) was given."],
  ["items", { prefixItems: [true], items: false }, [1, 2], "`x` must have at most 1 element, but [1,2] (an array) was given."],
  [
    "unevaluatedItems",
    { prefixItems: [true], unevaluatedItems: false },
    [1, 2],
    "`x` must have at most 1 element, but [1,2] (an array) was given.",
  ],
  [
    "uniqueItems",
    { uniqueItems: true },
    [1, 2, 1],
    "`x` must hold no element twice (elements 0 and 2 are equal), but [1,2,1] (an array) was given.",
  ],
  [
    "contains",
    { contains: { type: "integer" } },
    ["a", "b"],
    '`x` must hold at least 1 of the elements that the tool asks for, but ["a","b"] (an array) was given.',
  ],
  [
    "minContains",
    { contains: { const: 1 }, minContains: 2, maxContains: 3 },
    [1],
    "`x` must hold from 2 to 3 of the elements that the tool asks for, but [1] (an array) was given.",
  ],
  ["minProperties", { minProperties: 1 }, {}, "`x` must have at least 1 key, but {} (an object) was given."],
  ["maxProperties", { maxProperties: 1 }, { a: 1, b: 2 }, '`x` must have at most 1 key, but {"a":1,"b":2} (an object) was given.'],
  [
    "propertyNames",
    { propertyNames: { pattern: "^[a-z]$", maxLength: 1 } },
    { AB: 1 },
    '`x.AB` has a name that is not accepted: a key here must have at most 1 character and match the regular expression "^[a-z]$".',
  ],
  ["required", form(["a"]), {}, "`x.a` is required, but missing."],
  ["dependentRequired", { dependentRequired: { a: ["b"] } }, { a: 1 }, "`x.b` is required when `x.a` is given, but missing."],
  ["dependentSchemas", { dependentSchemas: { a: { required: ["b"] } } }, { a: 1 }, "`x.b` is required, but missing."],
  [
    "additionalProperties",
    { additionalProperties: false, properties: { a: true } },
    { b: 1 },
    "`x.b` is not accepted: `x` has no such key.",
  ],
  ["unevaluatedProperties", { unevaluatedProperties: false }, { b: 1 }, "`x.b` is not accepted: `x` has no such key."],
  ["not", { not: { type: "string" } }, "a", '`x` must not have a form that the tool excludes, but "a" (a string) was given.'],
  ["if", conditional, "a", '`x` must have at least 2 characters, but "a" (a string) was given.'],
  ["else", { if: { type: "string" }, else: form(["a"]) }, {}, "`x.a` is required, but missing."],
  ["false", false as never, 1, "`x` must not be given, but 1 (a number) was given."],
  [
    "anyOf over types",
    { anyOf: [{ type: "integer" }, { type: "string", pattern: "^a" }] },
    "b",
    '`x` must be an integer; or match the regular expression "^a", but "b" (a string) was given.',
  ],
  [
    "anyOf beside a type of its own",
    { type: "string", anyOf: [{ minLength: 3 }, { pattern: "^a" }] },
    "b",
    '`x` must have at least 3 characters; or match the regular expression "^a", but "b" (a string) was given.',
  ],
  [
    "anyOf over keys",
    { anyOf: [form(["a"]), form(["b", "c"])] },
    {},
    "`x` must have at least one of the keys `a`, `b` with `c`, but {} (an object) was given.",
  ],
  [
    "oneOf over keys",
    { oneOf: [form(["a"]), form(["b"])] },
    {},
    "`x` must have exactly one of the keys `a`, `b`, but {} (an object) was given.",
  ],
  [
    "oneOf, too many",
    { oneOf: [form(["a"]), form(["b"])] },
    { a: 1, b: 2 },
    '`x` must fit exactly one of the forms that the tool lists, and fits 2 of them at once, but {"a":1,"b":2} (an object) was given.',
  ],
  [
    "oneOf, the branch that was meant",
    { oneOf: [form(["k", "n"], { k: { const: "a" }, n: { minimum: 5 } }), form(["k"], { k: { const: "b" } })] },
    { k: "a", n: 1 },
    "`x.n` must be at least 5, but 1 (a number) was given.",
  ],
  [
    "oneOf, no branch meant",
    { oneOf: [form(["k"], { k: { const: "a" } }), form(["k"], { k: { const: "b" } })] },
    { k: "c" },
    '`x` must have `x.k`, which must be exactly "a"; or have `x.k`, which must be exactly "b", but {"k":"c"} (an object) was given.',
  ],
];

it.each(values)("words %s", (_, schema, given, problem) => {
  const [first, ...others] = problemsOf({ properties: { x: schema } }, { x: given });
  expect(first).toBe(problem);
  // Where only one correction exists, it is offered as a call.
  expect(others.every((sentence) => sentence.startsWith("Did you mean this call? "))).toBe(true);
});

it("says several things about one value in one sentence", () => {
  expect(problemsOf({ properties: { x: { minLength: 3, pattern: "^a" } } }, { x: "b" })).toEqual([
    '`x` must have at least 3 characters and match the regular expression "^a", but "b" (a string) was given.',
  ]);
});

it("keeps the branches of a referenced, recursive schema out of the message", () => {
  const node = { type: "object", required: ["name"], properties: { name: { type: "string" }, child: { $ref: "#/$defs/node" } } };
  const schema = { $defs: { node }, properties: { x: { anyOf: [{ $ref: "#/$defs/node" }, { type: "integer" }] } } };
  expect(problemsOf(schema, { x: { name: "a", child: {} } })).toEqual(["`x.child.name` is required, but missing."]);
  expect(problemsOf(schema, { x: "5x" })).toEqual(['`x` must be an object; or be an integer, but "5x" (a string) was given.']);
});

it("joins the forms of a recursive union by 'or', at any depth", () => {
  const object = { type: "object", properties: { child: { $ref: "#/$defs/node" } }, required: ["child"], additionalProperties: false };
  const more = fc.constantFrom({}, { description: "d" }, { not: { const: 0 } }, { title: "t", minimum: 3 });
  const forms = fc.constantFrom(
    { keyword: "anyOf", branches: [{ type: "string", minLength: 2 }, object], said: "a string; or be an object" },
    { keyword: "anyOf", branches: [object, { type: "boolean" }], said: "an object; or be a boolean" },
    { keyword: "oneOf", branches: [object, { type: "string" }], said: "an object; or be a string" },
  );
  fc.assert(
    fc.property(more, forms, fc.nat(4), (others, { keyword, branches, said }, depth) => {
      const schema = { $defs: { node: { ...others, [keyword]: branches } }, properties: { x: { $ref: "#/$defs/node" } } };
      const path = `x${".child".repeat(depth)}`;
      let given: JsonValue = [7];
      for (let level = 0; level < depth; level++) given = { child: given };
      expect(problemsOf(schema, { x: given })).toEqual([`\`${path}\` must be ${said}, but [7] (an array) was given.`]);
    }),
  );
});

it("names the closest parameter and lists the accepted ones once", () => {
  expect(problemsOf({ properties: { pattern: true, path: true } }, { paht: 1, q: 2 })).toEqual([
    "`paht` is not a parameter of this tool. Did you mean `path`? Accepted: `pattern`, `path`.",
    "`q` is not a parameter of this tool.",
  ]);
  expect(problemsOf({}, { q: 2 })).toEqual(["`q` is not a parameter of this tool. It takes no parameters."]);
});

it("names the canonical parameter for a misspelt alias, nested ones too", () => {
  const edits = { items: { ...form(["oldText"], { oldText: true }), additionalProperties: false } };
  const aliases = [
    { target: ["path"], names: ["file_path"] },
    { target: ["edits", "[]", "oldText"], names: ["old_string"] },
  ];
  const result = repairArguments(toolWithRules({ properties: { path: true, edits } }, { aliases }), {
    fil_path: 1,
    edits: [{ oldText: 1, old_strng: 2 }],
  });
  expect(result.ok ? [] : sentencesOf(result)).toEqual([
    "`fil_path` is not a parameter of this tool. Did you mean `path`? Accepted: `path`, `edits`.",
    "`edits[0].old_strng` is not accepted: `edits[0]` has no such key. Did you mean `edits[0].oldText`?",
  ]);
});

it("doesn't call a declared parameter unknown because the branch that declares it failed", () => {
  const schema = {
    additionalProperties: true,
    unevaluatedProperties: false,
    properties: {},
    anyOf: [{ properties: { a: { type: "string" } }, required: ["a"] }],
  };
  expect(problemsOf({ ...schema, additionalProperties: undefined as never }, { a: 5.5 })).toContain(
    "`a` must be a string, but 5.5 (a number) was given.",
  );
});

it("writes odd keys so that they can be told from paths", () => {
  const schema = { properties: { x: { additionalProperties: { type: "integer" } } } };
  expect(problemsOf(schema, { x: { "a/b~c": "n", "two words": "n" } })).toEqual([
    '`x["a/b~c"]` must be an integer, but "n" (a string) was given.',
    '`x["two words"]` must be an integer, but "n" (a string) was given.',
  ]);
});

it("shortens long values and says how long they are", () => {
  const [problem] = problemsOf({ properties: { x: { type: "integer" } } }, { x: "😀".repeat(5000) });
  expect(problem).toContain("(a string of 10000 characters)");
  expect(problem?.length).toBeLessThan(200);
  expect(problem).not.toMatch(/\p{Surrogate}|\\ud83d/u);
});
