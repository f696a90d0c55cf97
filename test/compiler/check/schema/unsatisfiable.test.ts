import fc from "fast-check";
import { expect, it } from "vitest";
import { compileSchema } from "../../../../src/compiler/json-schema/compile-schema.js";
import { compiledTool } from "../../../kit/compiled.js";

async function warnings(p: object): Promise<readonly string[]> {
  const spec = JSON.stringify({
    name: "t",
    description: "d",
    kind: "read",
    schema: { properties: { p } },
    command: ["echo", "{{json p}}"],
  });
  const { diagnostics } = await compiledTool(spec);
  return diagnostics.filter(({ code }) => code === "unsatisfiable-schema").map(({ message }) => message);
}

/** Types, and values of other types. */
const others: Readonly<Record<string, fc.Arbitrary<string | number | boolean>>> = {
  integer: fc.oneof(fc.string(), fc.boolean(), fc.constant(1.5)),
  string: fc.oneof(fc.integer(), fc.boolean(), fc.double({ noNaN: true, noDefaultInfinity: true })),
  boolean: fc.oneof(fc.string(), fc.integer()),
  array: fc.oneof(fc.string(), fc.integer()),
};

it("reports options none of which have the type", async () => {
  const drawn = fc.constantFrom(...Object.entries(others)).chain(([type, value]) => {
    return fc.tuple(fc.constant(type), fc.uniqueArray(value, { minLength: 1, maxLength: 3 }));
  });
  await fc.assert(
    fc.asyncProperty(drawn, async ([type, options]) => {
      expect(await warnings({ type, enum: options })).toEqual([expect.stringContaining("No value satisfies this schema. 'enum'")]);
      expect(await warnings({ type, const: options[0] })).toEqual([expect.stringContaining("'const'")]);
    }),
    { numRuns: 20 },
  );
});

it("reports limits that cross, and no limits that don't", async () => {
  const limits = fc.constantFrom(
    ["minLength", "maxLength", "string"],
    ["minItems", "maxItems", "array"],
    ["minProperties", "maxProperties", "object"],
    ["minimum", "maximum", "number"],
  );
  await fc.assert(
    fc.asyncProperty(limits, fc.nat(50), fc.integer({ min: 1, max: 50 }), async ([least = "", most = "", type], size, more) => {
      expect(await warnings({ type, [least]: size + more, [most]: size })).toHaveLength(1);
      expect(await warnings({ type, [least]: size, [most]: size + more })).toEqual([]);
    }),
    { numRuns: 20 },
  );
});

it.each<[object, string]>([
  [{ type: "integer", enum: ["1", "2"] }, "`type` admits none of its values"],
  [{ type: "string", enum: ["ab"], pattern: "^x" }, "`pattern` admits none of its values"],
  [{ type: "string", enum: ["ab"], maxLength: 1 }, "`maxLength` admits none of its values"],
  [{ type: "number", exclusiveMinimum: 1, maximum: 1 }, "exclusiveMinimum is 1 and maximum 1"],
  [{ type: "integer", minimum: 1.2, maximum: 1.8 }, "no integer is between them"],
  [{ type: "string", anyOf: [{ type: "integer" }, { type: "boolean" }] }, "their types exclude string"],
  [{ type: "object", required: ["a", "b"], maxProperties: 1 }, "2 keys are required"],
  [{ enum: ["a"], const: "b" }, "it isn't one of `enum`"],
])("reports %j", async (p, reason) => {
  expect(await warnings(p)).toEqual([expect.stringContaining(reason)]);
});

it.each<object>([
  { type: "integer", enum: [1, "2"] },
  { type: "number", enum: [1, 2.5] },
  { type: ["string", "null"], enum: ["a", null] },
  { type: "array", items: { enum: ["a"] } },
  { type: "integer", minimum: 1, maximum: 1 },
  { type: "number", minimum: 1.2, maximum: 1.8 },
  { type: "number", anyOf: [{ type: "integer" }] },
  { type: "integer", anyOf: [{ type: "number", minimum: 3 }] },
  { minLength: 2, maxLength: 2 },
])("has nothing to say about %j", async (p) => {
  expect(await warnings(p)).toEqual([]);
});

it("shows an array without items with items of any kind, at every level", async () => {
  const p = { anyOf: [{ type: "array" }, { type: "object", properties: { a: { type: ["array", "null"] } } }] };
  const spec = JSON.stringify({
    name: "t",
    description: "d",
    kind: "read",
    schema: { properties: { p } },
    command: ["echo", "{{json p}}"],
  });
  const { tool } = await compiledTool(spec);
  const shown = {
    anyOf: [
      { type: "array", items: {} },
      { type: "object", properties: { a: { type: ["array", "null"], items: {} } } },
    ],
  };
  expect(tool?.schema.properties).toEqual({ p: shown });
});

it("takes the multiples of a decimal step, and no others", () => {
  const { validate } = compileSchema({ type: "object", properties: { p: { type: "number", multipleOf: 0.01 } } });
  fc.assert(
    fc.property(fc.integer({ min: -1e8, max: 1e8 }), (cents) => {
      expect(validate({ p: Number((cents / 100).toFixed(2)) })).toBe(true);
      expect(validate({ p: Number((cents / 100 + 0.005).toFixed(3)) })).toBe(false);
    }),
  );
});
