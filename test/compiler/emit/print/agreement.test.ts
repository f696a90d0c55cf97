import fc from "fast-check";
import { Project, ts } from "ts-morph";
import { expect, it } from "vitest";
import { literal } from "../../../../src/compiler/emit/print/literal.js";
import { printToolTypes } from "../../../../src/compiler/emit/print/tool-types.js";
import { compileSchema } from "../../../../src/compiler/json-schema/compile-schema.js";
import type { JsonObject, JsonValue } from "../../../../src/contract/json-value.js";
import { compiled } from "../../../kit/compiled.js";
import { repeat } from "../../../kit/repeat.js";
import { object, scalar, schema } from "./arbitrary-schemas.js";

interface Verdict {
  readonly schema: JsonObject;
  readonly types: string;
  readonly value: JsonValue;
  readonly valid: boolean;
  readonly typed: boolean;
}

/** A parameter `x` of these schemas, and values for it: what the validator says of each value, and what TypeScript does. */
async function verdicts(cases: readonly { readonly x: JsonValue; readonly $defs?: JsonObject; readonly values: readonly JsonValue[] }[]) {
  const schemas = cases.map(({ x, $defs }) => ({ properties: { x }, required: ["x"], ...($defs === undefined ? {} : { $defs }) }));
  return judge(schemas.map((schema, i) => ({ schema, values: (cases[i]?.values ?? []).map((x) => ({ x })) })));
}

/** The same for whole schemas of parameters. Schemas that the compiler refuses are left out. */
async function judge(
  cases: readonly { readonly schema: JsonObject; readonly values: readonly JsonObject[] }[],
): Promise<readonly Verdict[]> {
  const specs = cases.map(({ schema }, i) => [
    `${i}.yaml`,
    JSON.stringify({ name: `case_${i}x`, description: "d", kind: "read", schema, command: ["true"] }),
  ]);
  const { model } = await compiled(Object.fromEntries(specs), []);
  const declarations = await printToolTypes(model.tools);
  const constants = cases.flatMap(({ values }, i) => {
    const tool = model.tools.find(({ name }) => name === `case_${i}x`);
    if (tool === undefined) return [];
    const types = declarations[model.tools.indexOf(tool)] ?? "";
    return values.map((value, n) => ({ tool, types, value, code: `export const v${i}_${n}: Case${i}XParams = ${literal(value)};` }));
  });
  const wrong = linesWithErrors([...declarations, ...constants.map(({ code }) => code)].join("\n//\n"));
  return constants.map(({ tool: { schema }, types, value, code }) => {
    return { schema, types, value, valid: accepts(schema, value), typed: !wrong(code) };
  });
}

function accepts(schema: JsonObject, value: JsonObject): boolean {
  try {
    // Defaults are written into what is validated.
    return compileSchema(schema).validate(structuredClone(value));
  } catch (error) {
    // Of some unions under `unevaluatedProperties`, ajv makes a validator that throws.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** One for all modules, because TypeScript reads its library for each. */
const project = new Project({
  useInMemoryFileSystem: true,
  compilerOptions: { strict: true, noUncheckedIndexedAccess: true, target: ts.ScriptTarget.ES2022 },
});

/** Which constants of a module TypeScript finds a mistake in. A mistake anywhere else is one of the types'. */
function linesWithErrors(text: string): (code: string) => boolean {
  const file = project.createSourceFile("types.ts", text, { overwrite: true });
  const errors = project
    .getProgram()
    .getSemanticDiagnostics(file)
    .map((one) => ({ at: one.getStart() ?? 0, message: one.getMessageText() }));
  const found = new Set<string>();
  for (const { at, message } of errors) {
    const start = text.lastIndexOf("\n//\n", at) + 4;
    const code = text.slice(start, text.indexOf("\n//\n", at) === -1 ? undefined : text.indexOf("\n//\n", at));
    if (!code.startsWith("export const"))
      throw new Error(`${typeof message === "string" ? message : message.getMessageText()}\n${code}\n${text}`);
    found.add(code);
  }
  return (code) => found.has(code);
}

/** Schemas that TypeScript can say in full: values of which it and the validator must think alike. */
const exact: readonly { readonly x: JsonValue; readonly $defs?: JsonObject }[] = [
  { x: { type: "string" } },
  { x: { type: "number" } },
  { x: { type: ["string", "null"] } },
  { x: { type: "boolean" } },
  { x: { enum: ["a", 1, null, true] } },
  { x: { enum: ["a", 1, null], type: ["string", "null"] } },
  { x: { const: { a: [1, "b"] } } },
  { x: { type: "array", items: { type: "string" } } },
  { x: { type: "array", items: { enum: ["a", "b"] } } },
  { x: { type: "array", items: false } },
  { x: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], items: false } },
  { x: { type: "array", prefixItems: [{ type: "string" }], items: { type: "number" }, minItems: 1 } },
  { x: { type: "object", properties: { a: { type: "string" } }, additionalProperties: false } },
  { x: { type: "object", properties: { a: { type: "string" }, b: { type: "number" } }, required: ["a"], additionalProperties: false } },
  { x: { type: "object", properties: { a: { type: "string" }, b: true }, required: ["a", "b"] } },
  { x: { type: "object", additionalProperties: { type: "number" } } },
  { x: { type: "object", additionalProperties: false } },
  { x: { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] } },
  { x: { oneOf: [{ type: "object", properties: { a: { const: 1 } }, required: ["a"], additionalProperties: false }, { type: "null" }] } },
  { x: { type: "object", properties: { a: {}, b: {} }, anyOf: [{ required: ["a"] }, { required: ["b"] }], additionalProperties: false } },
  { x: { allOf: [{ type: ["string", "number"] }, { type: ["number", "null"] }] } },
  {
    x: { $ref: "#/$defs/tree" },
    $defs: { tree: { type: "object", properties: { a: { $ref: "#/$defs/tree" } }, additionalProperties: false } },
  },
  { x: { $ref: "#/$defs/list" }, $defs: { list: { anyOf: [{ type: "number" }, { type: "array", items: { $ref: "#/$defs/list" } }] } } },
  { x: { type: "object", properties: { "odd-key": { type: "string" }, "1.": { type: "number" } }, additionalProperties: false } },
  { x: true },
];

const values: readonly JsonValue[] = [
  "a",
  "b",
  1,
  2.5,
  true,
  null,
  [],
  ["a"],
  ["a", 1],
  ["a", "b"],
  ["a", 1, 2],
  [1],
  [[1], 2],
  [["a"]],
  {},
  { a: "x" },
  { a: 1 },
  { a: "x", b: 1 },
  { b: 1 },
  { a: [1, "b"] },
  { a: {} },
  { a: { a: {} } },
  { a: { a: 1 } },
  { c: 1 },
  { "odd key": "x" },
  { "odd key": 1 },
  { "": 1 },
];

it("accepts in TypeScript what the validator does, and nothing else, wherever TypeScript can say it", async () => {
  const all = await verdicts(exact.map((one) => ({ ...one, values })));
  expect(all).toHaveLength(exact.length * values.length);
  expect(all.filter(({ valid, typed }) => valid !== typed)).toEqual([]);
  expect(all.some(({ valid }) => valid) && all.some(({ valid }) => !valid)).toBe(true);
});

it("says in words what TypeScript can't say, and leaves it to the validator", async () => {
  const unsaid: readonly (readonly [JsonObject, JsonValue])[] = [
    [{ type: "integer" }, 1.5],
    [{ type: "string", minLength: 2 }, "a"],
    [{ type: "string", pattern: "^b" }, "a"],
    [{ type: "string", format: "date" }, "a"],
    [{ type: "number", minimum: 5 }, 1],
    [{ type: "number", exclusiveMaximum: 1 }, 1],
    [{ type: "array", uniqueItems: true }, [1, 1]],
    [{ type: "array", minItems: 1 }, []],
    [{ type: "object", maxProperties: 0 }, { a: 1 }],
    [{ type: "object", propertyNames: { pattern: "^b+$" } }, { a: 1 }],
    [{ type: "object", patternProperties: { "^a?$": { type: "string" } }, additionalProperties: false }, { b: "x" }],
    [{ type: "object", properties: { a: { type: "string" } }, additionalProperties: { type: "number" } }, { b: "x" }],
    [{ type: "object", if: { required: ["a"] }, then: { required: ["b"] } }, { a: 1 }],
    [{ type: "string", not: { const: "a" } }, "a"],
    [{ oneOf: [{ type: "string" }, { const: "a" }] }, "a"],
  ];
  const all = await verdicts(unsaid.map(([x, value]) => ({ x, values: [value] })));
  expect(all.map(({ valid, typed }) => ({ valid, typed }))).toEqual(unsaid.map(() => ({ valid: false, typed: true })));
});

it("sees what branches of the parameters themselves declare, and lets names pass that every object has", async () => {
  const all = await judge([
    {
      schema: {
        properties: { a: { type: "string" } },
        anyOf: [{ properties: { b: { type: "number" } }, required: ["b"] }, { required: ["a"] }],
      },
      values: [{ a: "x" }, { b: 1 }, { a: "x", b: 1 }, {}, { a: 1 }, { a: "x", c: 1 }],
    },
    {
      schema: { properties: { constructor: { type: "number" }, toString: { type: "string" } } },
      values: [{}, { constructor: 1, toString: "x" }],
    },
    {
      schema: { properties: { a: {} }, if: { required: ["a"] }, then: { properties: { b: { type: "string" } } } },
      values: [{ a: 1, b: "x" }, {}],
    },
  ]);
  expect(all.filter(({ valid }) => valid).every(({ typed }) => typed)).toBe(true);
  expect(all.filter(({ valid, typed }) => !valid && typed)).toEqual([]);
});

it("closes an object with conditions or references where the validator does", async () => {
  const base = { type: "object", properties: { id: { type: "string" } }, required: ["id"] };
  const condition = { if: { properties: { c: { const: "us" } } }, then: { properties: { z: { type: "string" } } } };
  const all = await judge([
    { schema: { properties: { c: { type: "string" } }, ...condition }, values: [{ c: "us", z: "1" }, { c: "us" }, { c: "nl", typo: 1 }] },
    {
      schema: { $defs: { base }, allOf: [{ $ref: "#/$defs/base" }, { properties: { n: { type: "integer" } } }] },
      values: [
        { id: "a", n: 1 },
        { id: "a", typo: 1 },
      ],
    },
    {
      schema: { properties: { c: { type: "string" } }, allOf: [condition] },
      values: [
        { c: "us", z: "1" },
        { c: "nl", typo: 1 },
      ],
    },
  ]);
  expect(all.filter(({ valid, typed }) => valid !== typed)).toEqual([]);
  expect(all.map(({ valid }) => valid)).toEqual([true, true, false, true, false, true, false]);
});

it("lets a required parameter be absent whose default is filled in", async () => {
  const schema = { properties: { a: { type: "string", default: "x" }, b: { type: "integer" } }, required: ["a", "b"] };
  const all = await judge([{ schema, values: [{ b: 1 }, { a: "y", b: 1 }, { a: "y" }] }]);
  expect(all.map(({ typed }) => typed)).toEqual([true, true, false]);
});

const json: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, scalar, fc.array(tie("value"), { maxLength: 3 }), object(tie("value"), 3)),
})).value;

it("never refuses in TypeScript what the validator accepts, whatever the schema", async () => {
  let valid = 0;
  const one = fc.record({ x: schema, values: fc.array(json, { minLength: 6, maxLength: 12 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 30, maxLength: 30 }), async (cases) => {
      const all = await verdicts(cases.map((each) => ({ ...each, $defs })));
      valid += all.filter((verdict) => verdict.valid).length;
      const wrong = all.find((verdict) => verdict.valid && !verdict.typed);
      expect(wrong === undefined ? "" : `${JSON.stringify(wrong.schema)}\n${JSON.stringify(wrong.value)}\n${wrong.types}`).toBe("");
    }),
    // A counterexample is one of thirty schemas, shown by itself: making the others smaller takes minutes and tells nothing.
    { numRuns: repeat({ usual: 2, soak: 6 }), endOnFailure: true },
  );
  expect(valid).toBeGreaterThan(100);
});

const $defs: JsonObject = {
  tree: { type: "object", properties: { a: { $ref: "#/$defs/tree" }, b: { $ref: "#/$defs/list" } } },
  list: { anyOf: [{ type: ["number", "null"] }, { type: "array", items: { $ref: "#/$defs/list" } }] },
};

/** Conditions that TypeScript says as a union, as a key that is `never`, or by the pattern of a key. */
const name = fc.constantFrom("a", "b", "c", "x-1", "s_9");
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 2 });
const texts = { type: "string" } as const;
const closedOrNot = fc.constantFrom<JsonObject>({}, { unevaluatedProperties: false }, { additionalProperties: false });
const objectOf = (keys: readonly string[]): JsonObject => ({
  properties: Object.fromEntries(keys.map((key) => [key, texts])),
  required: keys,
});
const conditional: fc.Arbitrary<JsonObject> = fc
  .oneof<fc.Arbitrary<JsonObject>[]>(
    names.map((required) => ({ properties: { a: texts, b: texts }, not: { required } })),
    fc
      .dictionary(name, names, { maxKeys: 2 })
      .map((dependentRequired) => ({ properties: { a: texts, b: texts, c: texts }, dependentRequired })),
    fc.record({ then: names, otherwise: names, given: fc.constantFrom<JsonValue>("u", "v", "w"), isRequired: fc.boolean() }).chain((one) =>
      fc.constantFrom("if", "allOf").map((where): JsonObject => {
        const holds = { properties: { k: { const: one.given } }, ...(one.isRequired && { required: ["k"] }) };
        const condition = { if: holds, then: { required: one.then }, else: objectOf(one.otherwise) };
        const properties = { k: { enum: ["u", "v"] }, a: texts, b: texts };
        return where === "if" ? { properties, ...condition } : { properties, allOf: [condition, { if: holds, then: { required: ["a"] } }] };
      }),
    ),
    fc
      .tuple(fc.constantFrom("oneOf", "anyOf"), fc.array(names, { minLength: 2, maxLength: 3 }), fc.boolean())
      .map(([key, branches, isClosed]) => ({
        properties: { k: texts },
        [key]: branches.map((keys) => ({ ...objectOf(keys), ...(isClosed && { additionalProperties: false }) })),
      })),
    fc
      .constantFrom("^x-", "^s_", "_9$", "^[a-z]$", "1")
      .map((pattern) => ({ properties: { a: { type: "number" } }, patternProperties: { [pattern]: texts } })),
    names.map((keys) => ({ propertyNames: { enum: keys } })),
    fc.constantFrom("^x-", "^b$").map((pattern) => ({ propertyNames: { pattern }, additionalProperties: texts })),
  )
  .chain((one) =>
    closedOrNot.map((closed) => ({
      type: "object",
      ...one,
      ...closed,
      ...(one.additionalProperties !== undefined && { additionalProperties: one.additionalProperties }),
    })),
  );

const someObject = fc.dictionary(fc.oneof(name, fc.constantFrom("k", "z")), fc.constantFrom<JsonValue>("u", "v", "q", 1), {
  maxKeys: 4,
  noNullPrototype: true,
});

it("says conditions about keys as far as a type can, and never refuses what the validator accepts", async () => {
  const counts = { valid: 0, refusedByBoth: 0, refusedByValidator: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ x: conditional, values: fc.array(someObject, { minLength: 8, maxLength: 16 }) }), {
        minLength: 40,
        maxLength: 40,
      }),
      async (drawn) => {
        const all = await verdicts(drawn);
        for (const { valid, typed } of all) {
          if (valid) counts.valid++;
          else if (typed) counts.refusedByValidator++;
          else counts.refusedByBoth++;
        }
        const wrong = all.find(({ valid, typed }) => valid && !typed);
        expect(wrong === undefined ? "" : `${JSON.stringify(wrong.schema)}\n${JSON.stringify(wrong.value)}\n${wrong.types}`).toBe("");
      },
    ),
    { numRuns: repeat({ usual: 1, soak: 12 }), endOnFailure: true },
  );
  expect(counts.valid).toBeGreaterThan(30);
  // The validator alone refuses what no type says, such as a key beside a map of others.
  expect(counts.refusedByValidator).toBeLessThan(counts.refusedByBoth / 3);
});
