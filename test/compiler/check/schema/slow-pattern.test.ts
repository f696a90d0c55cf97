import { fullFormats } from "ajv-formats/dist/formats.js";
import { expect, it } from "vitest";
import { createValidator } from "../../../../src/agent/validator.js";
import { patternCost } from "../../../../src/call/slow-pattern.js";
import { compileSchema } from "../../../../src/compiler/json-schema/compile-schema.js";
import { compiled, compiledTool } from "../../../kit/compiled.js";

const evil = "^(a+)+$";
const quadratic = "^.*,.*$";

async function reported(spec: object) {
  const tool = { name: "t", description: "d", kind: "execute", command: ["prog", "--all={{json @params}}"], ...spec };
  const { diagnostics } = await compiledTool(JSON.stringify(tool));
  return diagnostics.filter(({ code }) => code === "slow-pattern").map(({ message, help }) => ({ message, help }));
}

it("says which text keeps an exponential pattern busy, and how to write it", async () => {
  expect(await reported({ schema: { properties: { a: { type: "string", pattern: evil } } } })).toEqual([
    {
      message: `The pattern '${evil}' can take exponentially long, as for "a" + "a".repeat(40) + "b".`,
      help: "Let each text match in one way only: don't repeat what repeats already, as in `(a+)+`, or a part that can match in two ways.",
    },
  ]);
});

it("says how long a text may be for a pattern whose time grows with a power of its length", async () => {
  const [said] = await reported({ schema: { properties: { a: { type: "string", pattern: quadratic } } } });
  expect(said?.message).toBe(
    `The pattern '${quadratic}' takes time that grows with the square of a text's length, as for "a" + ",a".repeat(50000) + "\\n".`,
  );
  expect(said?.help).toContain("`maxLength: 4096`");
  for (const [maxLength, count] of [
    [4096, 0],
    [4097, 1],
  ] as const)
    expect(await reported({ schema: { properties: { a: { type: "string", maxLength, pattern: quadratic } } } })).toHaveLength(count);
  expect(await reported({ schema: { properties: { a: { type: "string", maxLength: 10, pattern: evil } } } })).toHaveLength(1);
});

it("finds slow patterns wherever a schema has one", async () => {
  const places = [
    { properties: { a: { type: "array", items: { anyOf: [{ type: "string", pattern: evil }] } } } },
    { properties: { a: { type: "object", patternProperties: { [evil]: {} } } } },
    { properties: { a: { type: "object", propertyNames: { pattern: evil } } } },
    { properties: { a: { $ref: "#/$defs/a" } }, $defs: { a: { type: "string", not: { pattern: evil } } } },
    { properties: { a: { if: { pattern: evil } } } },
    { properties: { a: { type: "object", dependentSchemas: { x: { patternProperties: { [quadratic]: {} } } } } } },
  ];
  for (const schema of places) expect(await reported({ schema }), JSON.stringify(schema)).toHaveLength(1);
  expect(await reported({ output: { format: "json", schema: { type: "object", patternProperties: { [evil]: {} } } } })).toHaveLength(1);
});

it("finds slow patterns in conditions of risk, and takes the square there, which calls match with a time limit", async () => {
  const schema = { properties: { a: { type: "string" } } };
  const risk = (wanted: object) => ({ schema, risk: { rules: [{ when: { a: wanted }, level: "dangerous" }] } });
  expect(await reported(risk({ pattern: evil }))).toHaveLength(1);
  expect(await reported(risk({ not: { pattern: "^a*a*a*$" } }))).toHaveLength(1);
  expect(await reported(risk({ pattern: "rm.*-rf" }))).toEqual([]);

  const spec = JSON.stringify({ name: "t", description: "d", kind: "read", schema, command: ["prog", "--a={{a}}"] });
  const settings = JSON.stringify({ version: 1, risk: { t: [{ when: { a: { pattern: evil } }, level: "dangerous" }] } });
  const { diagnostics } = await compiled({ "t.yaml": spec, "toolgen.yaml": settings }, []);
  expect(diagnostics.map(({ code, line, column }) => [code, line, column])).toEqual([["slow-pattern", 1, 51]]);
});

it("finds slow patterns in `readyWhen` and in examples", async () => {
  expect(await reported({ command: ["prog"], background: { readyWhen: "(a+)+b" } })).toHaveLength(1);
  expect(await reported({ command: ["prog"], background: { readyWhen: "Local: +http" } })).toEqual([]);
  const example = { name: "e", params: {}, expect: { matches: evil } };
  const { diagnostics } = await compiledTool(
    JSON.stringify({ name: "t", description: "d", kind: "read", command: ["prog"], examples: [example] }),
  );
  expect(diagnostics.map(({ code, message }) => [code, message.includes("exponentially")])).toEqual([["bad-example", true]]);
});

const attack = `${"a".repeat(60)}!`;

it.each<readonly [string, object]>([
  ["a default", { schema: { properties: { p: { type: "string", pattern: evil, default: attack } } } }],
  ["an example value", { schema: { properties: { p: { type: "string", pattern: evil, examples: [attack] } } } }],
  ["a default inside", { schema: { properties: { p: { type: "array", items: { pattern: evil, default: attack } } } } }],
  ["an example call", { schema: { properties: { p: { pattern: evil } } }, examples: [{ name: "e", params: { p: attack } }] }],
  [
    "an enum in a condition",
    { schema: { properties: { p: { enum: [attack] } } }, risk: { rules: [{ when: { p: { pattern: evil } }, level: "safe" }] } },
  ],
  [
    "the name of a property",
    { schema: { properties: { p: { type: "object", patternProperties: { [evil]: {} } } } }, aliases: { [`p.${attack}`]: ["x"] } },
  ],
  ["an alias", { schema: { patternProperties: { [evil]: {} } }, aliases: { [attack]: ["x"] } }],
  ["a placeholder", { schema: { patternProperties: { [evil]: {} } }, command: ["prog", `--x={{[${attack}]}}`] }],
  ["a required name", { schema: { patternProperties: { [evil]: {} }, required: [attack] } }],
])("is not kept busy by its own build: %s", async (_, spec) => {
  expect(await reported(spec)).toHaveLength(1);
});

it("doesn't match a pattern beside a `maxLength` that isn't met, however long the text is", () => {
  const schema = { type: "object", properties: { p: { type: "string", maxLength: 100, pattern: quadratic } } };
  const long = { p: "a".repeat(8_000_000) };
  for (const validate of [compileSchema(schema).validate, createValidator(schema)]) {
    expect(validate(long)).toBe(false);
    expect(validate.errors?.map(({ keyword }) => keyword)).toEqual(["maxLength"]);
    expect(validate({ p: "a" })).toBe(false);
    expect(validate.errors?.map(({ keyword, message }) => [keyword, message])).toEqual([["pattern", `must match pattern "${quadratic}"`]]);
    expect(validate({ p: "a,b" })).toBe(true);
    expect(validate({ p: 5 })).toBe(false);
  }
});

it("finds the format that is slow, and takes it for short texts", async () => {
  expect((await reported({ schema: { properties: { a: { type: "string", format: "url" } } } })).map(({ help }) => help)).toEqual([
    "Use `uri`, or add `maxLength: 256` or less beside `format`.",
  ]);
  expect(await reported({ schema: { properties: { a: { type: "string", format: "url", maxLength: 256 } } } })).toEqual([]);
  const schema = { type: "object", properties: { p: { type: "string", maxLength: 200, format: "url" } } };
  for (const validate of [compileSchema(schema).validate, createValidator(schema)]) {
    expect(validate({ p: `ftp://aa${":a".repeat(200_000)}` })).toBe(false);
    expect(validate({ p: "no url" })).toBe(false);
    expect(validate.errors?.map(({ keyword }) => keyword)).toEqual(["format"]);
    expect(validate({ p: "https://example.org/a" })).toBe(true);
  }
});

it("knows all other formats to be fast", () => {
  const regexes = Object.entries(fullFormats).flatMap(([name, format]) => {
    const { validate = format } = typeof format === "object" && "validate" in format ? format : {};
    return validate instanceof RegExp ? [[name, validate] as const] : [];
  });
  expect(regexes.length).toBeGreaterThan(10);
  const slow = regexes.filter(([, { source, flags }]) => patternCost(source, flags).kind !== "linear").map(([name]) => name);
  // Nothing in `ipv6` repeats without limit, but it is too large for a proof. That of `uri-reference`, which is linear,
  // takes more steps than a check may take.
  expect(slow).toEqual(["uri-reference", "url", "ipv6"]);
  for (const text of ["1:".repeat(500_000), ":".repeat(500_000), "1".repeat(500_000)])
    expect(regexes.find(([name]) => name === "ipv6")?.[1].test(text)).toBe(false);
});
