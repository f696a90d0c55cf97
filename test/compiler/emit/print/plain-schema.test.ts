import fc from "fast-check";
import { expect, it } from "vitest";
import { plainSchema } from "../../../../src/compiler/emit/print/plain-schema.js";
import { printSchemaTypes } from "../../../../src/compiler/emit/print/schema-types.js";
import { resolveRef } from "../../../../src/contract/json-schema.js";
import type { JsonObject } from "../../../../src/contract/json-value.js";

const $defs: JsonObject = { base: { type: "object", properties: { id: { type: "string" } }, required: ["id"] } };

/** The types of parameters, on one line each. */
async function typesOf(schemas: Readonly<Record<string, JsonObject>>): Promise<Readonly<Record<string, string>>> {
  const named = Object.entries(schemas).map(([name, schema]) => ({
    name,
    schema: plainSchema({ type: "object", properties: { x: schema }, required: ["x"], additionalProperties: false }, (ref) => {
      const target = resolveRef({ $defs }, ref);
      return target === undefined ? undefined : { target, byName: () => ({ $ref: "#/$defs/Base" }) };
    }),
    $defs: { Base: plainSchema($defs.base ?? {}, () => undefined) },
  }));
  const texts = await printSchemaTypes(named);
  const members = texts.map(
    (text) => text.replaceAll(/\s+/g, " ").match(/^export interface \w+ \{ (?:\/\*\*.*?\*\/ )?x: (.*?) \}(?: export .*)?$/)?.[1],
  );
  return Object.fromEntries(named.map(({ name }, i) => [name, members[i] ?? texts[i] ?? ""]));
}

it("prints no alternative that another one includes, and nothing that adds nothing", async () => {
  const closed = { type: "object", properties: { a: { type: "string" } }, additionalProperties: false };
  const printed = await typesOf({
    A: { enum: [true, false] },
    B: { oneOf: [{ const: true }, { const: false }, { type: "null" }] },
    C: {
      anyOf: [
        { const: 1, title: "One" },
        { const: 1, title: "The same" },
      ],
    },
    D: {
      type: "string",
      oneOf: [
        { const: "a", title: "A" },
        { const: "b", title: "B" },
      ],
    },
    E: { anyOf: [{ type: "string", format: "uri" }, { type: "string", format: "email" }, { const: "x" }] },
    F: { type: "object", allOf: [{ $ref: "#/$defs/base" }] },
    G: { allOf: [{ type: "object", minProperties: 1 }, closed] },
    H: { type: "object", anyOf: [closed, { $ref: "#/$defs/base" }] },
    I: { allOf: [closed, closed] },
    J: { type: "array", items: { enum: ["a"] } },
    K: { enum: [{ a: 1 }, ["a"], "a", 1.5] },
  });
  expect(printed).toEqual({
    A: "boolean",
    B: "(boolean | null)",
    C: "1",
    D: '("a" | "b")',
    E: "string",
    F: "Base",
    G: "{ a?: string }",
    H: "({ a?: string } | Base)",
    I: "{ a?: string }",
    J: '("a")[]',
    K: '({ a: 1 } | ["a"] | "a" | 1.5)',
  });
});

it("prints elements that may be absent as optional", async () => {
  const elements = [{ type: "string" }, { type: ["boolean", "null"] }, { enum: [1, 2] }];
  const printed = await typesOf({
    A: { type: "array", prefixItems: elements.slice(0, 2), items: false, minItems: 1 },
    B: { type: "array", prefixItems: elements, items: { type: "number" } },
    C: { type: "array", prefixItems: elements.slice(0, 2), items: false, minItems: 2 },
    D: { type: "array", prefixItems: [elements[0] ?? {}, { type: "object", properties: {}, additionalProperties: false }], items: false },
  });
  expect(printed).toEqual({
    A: "[string, (boolean | null)?]",
    B: "[string?, (boolean | null)?, (1 | 2)?, ...number[]]",
    C: "[string, (boolean | null)]",
    // Only json-schema-to-typescript prints members, and it has no optional elements.
    D: "([] | [string] | [string, { [k: string]: never }])",
  });
});

const option = fc.oneof(fc.boolean(), fc.constant(null), fc.integer({ min: -1, max: 2 }), fc.constantFrom("a", "b", "true", "1"));
const one = fc.oneof(
  fc.record({ const: option }),
  fc.record({ enum: fc.array(option, { minLength: 1, maxLength: 4 }) }),
  fc.record({ type: fc.constantFrom("string", "boolean", "null", "number") }),
);
const drawn = fc.oneof(one, fc.record({ anyOf: fc.array(one, { minLength: 1, maxLength: 4 }) }));

it("names each literal and each type once in what it draws", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(drawn, { minLength: 20, maxLength: 20 }), async (schemas) => {
      const printed = await typesOf(Object.fromEntries(schemas.map((schema, i) => [`T${i}`, schema])));
      for (const text of Object.values(printed)) {
        const words = text.replace(/^\((.*)\)$/, "$1").split(" | ");
        expect(words).toEqual([...new Set(words)]);
        expect(words.includes("true") && words.includes("false")).toBe(false);
        if (words.includes("string")) expect(text).not.toContain('"');
      }
    }),
    { numRuns: 5 },
  );
});
