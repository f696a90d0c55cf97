import { expect, it } from "vitest";
import { compiledTool } from "../../../kit/compiled.js";

const tool = (property: string, { name = "x", required = true, more = "" } = {}) => `name: t
description: d
kind: read
schema:
  properties: { ${name}: ${property} }
  ${required ? `required: [${name}]` : ""}
  ${more}
elicit: [${name}]
stdin: "{{json ${name}}}"
command: [cat]
`;

it.each([
  ["{ type: string, minLength: 1, pattern: '^a' }", { type: "string", minLength: 1 }],
  ["{ type: string, format: email, title: T, description: D }", { type: "string", format: "email", title: "T", description: "D" }],
  ["{ type: string, format: hostname }", { type: "string" }],
  ["{ type: integer, minimum: 1, maximum: 9 }", { type: "integer", minimum: 1, maximum: 9 }],
  ["{ type: number, exclusiveMinimum: 0 }", { type: "number" }],
  ["{ type: boolean }", { type: "boolean" }],
  ["{ enum: [a, b] }", { type: "string", enum: ["a", "b"] }],
  ["{ const: yes }", { type: "string", enum: ["yes"] }],
  ["{ type: [string, 'null'] }", { type: "string" }],
  ["{ anyOf: [{ const: a }, { const: b }] }", { type: "string", enum: ["a", "b"] }],
  [
    "{ title: T, oneOf: [{ const: a, title: A }, { const: b, title: B }] }",
    {
      type: "string",
      title: "T",
      oneOf: [
        { const: "a", title: "A" },
        { const: "b", title: "B" },
      ],
    },
  ],
  ["{ type: array, minItems: 1, items: { enum: [a, b] } }", { type: "array", minItems: 1, items: { type: "string", enum: ["a", "b"] } }],
  [
    "{ type: array, items: { anyOf: [{ const: a, title: A }, { const: b, title: B }] } }",
    {
      type: "array",
      items: {
        anyOf: [
          { const: "a", title: "A" },
          { const: "b", title: "B" },
        ],
      },
    },
  ],
])("makes a field of a form of %s", async (property, field) => {
  const { tool: compiled, diagnostics } = await compiledTool(tool(property));
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(compiled?.definition.elicit).toEqual({ x: field });
});

it("follows a reference", async () => {
  const { tool: compiled } = await compiledTool(tool("{ $ref: '#/$defs/level' }", { more: "$defs: { level: { enum: [a, b] } }" }));
  expect(compiled?.definition.elicit).toEqual({ x: { type: "string", enum: ["a", "b"] } });
});

it.each([
  ["a list", "{ type: array, items: { type: string } }", {}, "elicit-type"],
  ["a list of numbers", "{ type: array, items: { enum: [1, 2] } }", {}, "elicit-type"],
  ["an object", "{ type: object }", {}, "elicit-type"],
  ["no type", "{}", {}, "elicit-type"],
  ["several types", "{ type: [string, integer] }", {}, "elicit-type"],
  ["a choice of numbers", "{ enum: [1, 2] }", {}, "elicit-type"],
  ["several forms", "{ anyOf: [{ type: string, maxLength: 2 }, { type: string, minLength: 9 }] }", {}, "elicit-type"],
  ["what can be left out", "{ type: string }", { required: false }, "elicit-optional"],
  ["what has a default", "{ type: string, default: a }", {}, "elicit-optional"],
  ["a password", "{ type: string, format: password }", {}, "elicit-secret"],
  ["what is only written", "{ type: string, writeOnly: true }", {}, "elicit-secret"],
  ["the name of a secret", "{ type: string }", { name: "github_token" }, "elicit-secret"],
  ["the name of a key", "{ type: string }", { name: "apiKey" }, "elicit-secret"],
])("refuses to ask for %s", async (_, property, more, code) => {
  const { diagnostics } = await compiledTool(tool(property, more));
  expect(diagnostics.map((one) => one.code)).toContain(code);
});

it.each([
  ["{ type: string }", "a"],
  ["{ type: number, minimum: 0.5 }", 95.5],
  ["{ type: boolean }", false],
  ["{ enum: [a, b] }", "b"],
  ["{ type: array, items: { enum: [a, b] } }", ["b"]],
])("gives the field of %s its suggestion, and the parameter no default", async (property, value) => {
  const text = tool(property).replace("elicit: [x]", `elicit: { x: { suggest: ${JSON.stringify(value)} } }`);
  const { tool: compiled, diagnostics } = await compiledTool(text);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(compiled?.definition.elicit?.x).toMatchObject({ default: value });
  expect(compiled?.definition.defaults).toEqual({});
});

it("takes a map of parameters without a suggestion", async () => {
  const { tool: compiled } = await compiledTool(tool("{ type: string }").replace("elicit: [x]", "elicit: { x: {} }"));
  expect(compiled?.definition.elicit).toEqual({ x: { type: "string" } });
});

it.each([
  ["{ type: integer }", '"five"', "must be an integer"],
  ["{ type: string, minLength: 3 }", "ab", "must have at least 3 characters"],
  ["{ type: string, pattern: '^[A-Z]' }", "ab", "must match"],
  ["{ enum: [a, b] }", "c", "must be"],
  ["{ type: array, items: { enum: [a, b] } }", "[a, c]", "must be"],
  ["{ type: [string, 'null'] }", "null", "must not be null"],
])("refuses to suggest for %s the value %s", async (property, value, why) => {
  const { diagnostics } = await compiledTool(tool(property).replace("elicit: [x]", `elicit: { x: { suggest: ${value} } }`));
  expect(diagnostics).toMatchObject([{ code: "refused-default" }]);
  expect(diagnostics[0]?.message).toContain(why);
});

it("checks the names of a map like those of a list", async () => {
  const codes = async (property: string, more: Parameters<typeof tool>[1] = {}) => {
    const text = tool(property, more).replace(/^elicit: \[(\w+)\]$/m, "elicit: { $1: { suggest: a } }");
    return (await compiledTool(text)).diagnostics.map(({ code }) => code);
  };
  expect(await codes("{ type: string }", { required: false })).toContain("elicit-optional");
  expect(await codes("{ type: object }")).toContain("elicit-type");
  expect(await codes("{ type: string }", { name: "github_token" })).toContain("elicit-secret");
});

it.each(["author", "key", "tokens", "secretary", "password_hint"])("takes %s, which isn't a secret's name", async (name) => {
  const { diagnostics } = await compiledTool(tool("{ type: string }", { name }));
  expect(diagnostics.map((one) => one.code)).not.toContain("elicit-secret");
});

it("names the parameter that was probably meant", async () => {
  const { diagnostics } = await compiledTool(tool("{ type: string }", { name: "reason" }).replace("elicit: [reason]", "elicit: [raeson]"));
  expect(diagnostics).toMatchObject([{ code: "unknown-parameter" }]);
  expect(JSON.stringify(diagnostics)).toContain("Did you mean 'reason'");
});
