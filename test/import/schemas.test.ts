import { expect, it } from "vitest";
import { stringify } from "yaml";
import { prepareCall } from "../../src/call/prepare-call.js";
import type { JsonValue } from "../../src/contract/json-value.js";
import { defined } from "../agent/tool/defined.js";
import { importedSpec, operation } from "./imported.js";

/** Imports a body whose one property has this schema, and returns the parameter's schema. */
async function converted(schema: string, components = "{}") {
  const document = `openapi: 3.0.3
paths: { /x: { post: { requestBody: { content: { application/json: { schema: { type: object, properties: { p: ${schema} } } } } }, responses: { 204: {} } } } }
components: { schemas: ${components} }`;
  const { properties, notes, leftOut } = await importedSpec(document);
  expect(leftOut).toEqual([]);
  return { schema: properties?.p, notes };
}

/** A schema of a document, and the parameter's. */
const table: readonly (readonly [given: string, expected: JsonValue])[] = [
  ["{ type: string, nullable: true }", { type: ["string", "null"] }],
  ["{ type: [string, 'null'] }", { type: ["string", "null"] }],
  ["{ type: string, nullable: true, enum: [a, b] }", { type: ["string", "null"], enum: ["a", "b", null] }],
  ["{ type: integer, format: int64, minimum: 1, exclusiveMinimum: true }", { type: "integer", exclusiveMinimum: 1 }],
  ["{ type: integer, exclusiveMaximum: 9 }", { type: "integer", exclusiveMaximum: 9 }],
  ["{ type: integer, maximum: 9223372036854775807 }", { type: "integer" }],
  ["{ type: integer, enum: [5, 9007199254740993] }", { type: "integer" }],
  ['{ type: integer, enum: ["5", "9007199254740993"] }', { type: "integer" }],
  ['{ type: string, enum: ["5", "9007199254740993"] }', { type: "string", enum: ["5", "9007199254740993"] }],
  ["{ type: integer, const: 12345678901234567890, default: 12345678901234567890 }", { type: "integer" }],
  ["{ type: string, format: date-time }", { type: "string", format: "date-time" }],
  ["{ type: string, format: byte }", { type: "string" }],
  ["{ type: string, pattern: '^a+$' }", { type: "string", pattern: "^a+$" }],
  ["{ type: string, pattern: '^(a+)+$' }", { type: "string" }],
  ["{ type: string, pattern: '(' }", { type: "string" }],
  ["{ type: string, default: x, description: Sorted by. }", { type: "string", description: "Sorted by. Default: x." }],
  ["{ type: string, default: x, description: By default it is x. }", { type: "string", description: "By default it is x." }],
  ["{ properties: { a: { type: string } } }", { type: "object", properties: { a: { type: "string" } } }],
  ["{ type: object, additionalProperties: { type: integer } }", { type: "object", additionalProperties: { type: "integer" } }],
  [
    "{ type: object, additionalProperties: false, properties: { a: {} } }",
    { type: "object", properties: { a: {} }, additionalProperties: false },
  ],
  [
    "{ allOf: [{ $ref: '#/components/schemas/A' }, { required: [b], properties: { b: { type: string } } }] }",
    { type: "object", properties: { a: { type: "string" }, b: { type: "string" } }, required: ["b"] },
  ],
  ["{ oneOf: [{ type: string }, { type: integer }] }", { anyOf: [{ type: "string" }, { type: "integer" }] }],
  ["{ oneOf: [{ type: string }, { type: string }] }", { type: "string" }],
  [
    "{ description: Own., allOf: [{ $ref: '#/components/schemas/A' }] }",
    { type: "object", description: "Own.", properties: { a: { type: "string" } } },
  ],
  ["{ type: file, required: true, example: 1, xml: {}, discriminator: {} }", {}],
  ["{ type: object, required: [gone], properties: { a: { type: string } } }", { type: "object", properties: { a: { type: "string" } } }],
  ["{ $ref: '#/components/schemas/Nowhere' }", {}],
  // What contradicts each other is left out, because no call could give such a value.
  ["{ type: string, enum: [MALE, FEMALE], maxLength: 1 }", { type: "string", enum: ["MALE", "FEMALE"] }],
  ["{ type: string, enum: [a, bb], maxLength: 1 }", { type: "string", enum: ["a", "bb"], maxLength: 1 }],
  ["{ type: string, enum: [a, b], pattern: '^[0-9]$' }", { type: "string", enum: ["a", "b"] }],
  ["{ type: string, enum: [1, 2] }", { type: "string", enum: ["1", "2"] }],
  ["{ type: array, items: { type: string }, enum: [a, b] }", { type: "array", items: { type: "string" } }],
  ["{ type: string, minLength: 2, maxLength: 1 }", { type: "string" }],
  ["{ type: integer, minimum: 5, maximum: 1, multipleOf: 2 }", { type: "integer", multipleOf: 2 }],
  ["{ type: integer, exclusiveMinimum: 0, exclusiveMaximum: 1 }", { type: "integer" }],
  ["{ type: number, exclusiveMinimum: 0, exclusiveMaximum: 1 }", { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 }],
  [
    "{ type: object, required: [a], maxProperties: 0, properties: { a: { type: string } } }",
    { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
  ],
  ["{ type: object, oneOf: [{ type: string }, { type: integer }] }", { anyOf: [{ type: "string" }, { type: "integer" }] }],
  ["{ $ref: '#/components/schemas/Loop' }", {}],
];

it("notes that the values of a long number are left out, which a text keeps", async () => {
  const note = "'enum' of 'p' is left out: only the server checks it.";
  expect((await converted("{ type: integer, enum: ['5', '9007199254740993'] }")).notes).toContain(note);
  expect((await converted("{ type: integer, enum: [5, 9007199254740993] }")).notes).toContain(note);
  expect((await converted("{ type: string, enum: ['5', '9007199254740993'] }")).notes).toEqual([]);
});

it.each(table)("converts %s", async (given, expected) => {
  const { schema } = await converted(
    given,
    "{ A: { type: object, properties: { a: { type: string } } }, Loop: { $ref: '#/components/schemas/Loop' } }",
  );
  expect(schema ?? {}).toEqual(expected);
});

it("shows a schema that contains itself once, and says so", async () => {
  const { schema, notes } = await converted(
    "{ $ref: '#/components/schemas/Tree' }",
    "{ Tree: { type: object, description: A tree., properties: { child: { $ref: '#/components/schemas/Tree' } } } }",
  );
  expect(schema).toEqual({ type: "object", description: "A tree.", properties: { child: { type: "object", description: "A tree." } } });
  expect(notes).toEqual(["'p'.child is shown without its parts, because the document nests it in itself."]);
});

it("shows objects below the sixth level without their properties", async () => {
  const deep = Array.from({ length: 12 }).reduce<string>(
    (inner, _, n) => `{ type: object, properties: { l${12 - n}: ${inner} } }`,
    "{ type: string }",
  );
  const { schema, notes } = await converted(deep);
  expect(JSON.stringify(schema)).toContain("l6");
  expect(JSON.stringify(schema)).not.toContain("l7");
  expect(notes).toHaveLength(1);
});

it("leaves out nested properties whose names a model provider refuses, or shows the object without any", async () => {
  const optional = await converted("{ type: object, properties: { a: {}, 'größe x': {} } }");
  expect(optional.schema).toEqual({ type: "object", properties: { a: {} } });
  expect(optional.notes).toEqual(["'p' has no 'größe x': not every model provider accepts such a name."]);
  const required = await converted("{ type: object, required: ['@x'], properties: { a: {}, '@x': {} } }");
  expect(required.schema).toEqual({ type: "object" });
  expect(required.notes).toEqual(["'p' is shown without its properties: not every model provider accepts the name '@x'."]);
});

it("shows optional objects of long schemas without their parts, the deepest first, and takes those parts", async () => {
  const texts = (count: number, inner = "") =>
    `{ type: object, properties: { ${Array.from({ length: count }, (_, n) => `field${n}: { type: string, description: "What the field ${n} of this object is for." }`).join(", ")}${inner} } }`;
  const nested = texts(12, `, b: ${texts(12, `, c: ${texts(12, `, d: ${texts(12)}`)}`)}`);
  const body = (schema: string) =>
    operation(
      "post",
      "/x",
      `requestBody: { required: true, content: { application/json: { schema: ${schema} } } }, responses: { 204: {} }`,
    );
  const { spec, notes } = await importedSpec(body(`{ type: object, properties: { a: ${nested}, e: ${texts(40)} } }`));
  expect(JSON.stringify(spec.schema).length).toBeLessThan(6000);
  expect(notes.some((note) => /^'a'.*would cost a model too much/.test(note))).toBe(true);
  const tool = await defined(stringify(spec));
  const prepared = prepareCall(tool, { a: { b: { c: { d: { field0: "x" } } } } }, { workspace: "/", projectDir: "/", env: {} });
  expect(prepared.ok && prepared.call.request?.body).toMatchObject({ text: '{"a":{"b":{"c":{"d":{"field0":"x"}}}}}' });
  const small = await importedSpec(body(`{ type: object, properties: { a: ${texts(2, `, b: ${texts(2)}`)} } }`));
  expect(small.notes).toEqual([]);
  // Nothing is cut where no cut is enough.
  const wide = await importedSpec(body(texts(80, `, b: ${texts(2, `, c: ${texts(2)}`)}`)));
  expect(Object.keys(wide.properties.b.properties.c.properties)).toEqual(["field0", "field1"]);
  expect(wide.notes).toEqual([]);
});

it("writes the values of an enum in the schema's type", async () => {
  const parameter = (name: string, schema: string) => `{ in: query, name: ${name}, schema: ${schema} }`;
  const parameters = [
    parameter("a", '{ type: integer, enum: ["1", "2"] }'),
    parameter("b", "{ type: string, enum: [1, true, x] }"),
    parameter("c", '{ enum: [1, "two", true] }'),
    parameter("d", '{ type: integer, enum: ["low", "high"] }'),
  ];
  const { properties } = await importedSpec(operation("get", "/a", `parameters: [${parameters.join(", ")}], responses: {}`));
  expect(properties).toEqual({
    a: { type: "integer", enum: [1, 2] },
    b: { type: "string", enum: ["1", "true", "x"] },
    c: { enum: [1, "two", true] },
    d: { type: "integer" },
  });
});

it("says that reserved characters are sent percent-encoded", async () => {
  const { notes } = await importedSpec(
    operation("get", "/a", "parameters: [{ in: query, name: p, allowReserved: true, schema: { type: string } }], responses: {}"),
  );
  expect(notes).toEqual(["'p' may have reserved characters as they are, and they are sent percent-encoded."]);
});
