import { expect, it } from "vitest";
import { headerParameters, parameterHeaders, readTools } from "../../../src/agent/mcp/read-tools.js";
import type { JsonObject } from "../../../src/contract/json-value.js";

const schema = {
  type: "object",
  properties: {
    region: { type: "string", "x-mcp-header": "Region" },
    where: { type: "object", properties: { shard: { type: "integer", "x-mcp-header": "Shard" } } },
    force: { type: "boolean", "x-mcp-header": "Force" },
    text: { type: "string", default: { "x-mcp-header": "data" }, enum: ["x-mcp-header"] },
  },
} as const;

function headersOf(args: JsonObject) {
  const parameters = headerParameters(schema);
  if (typeof parameters === "string") throw new Error(parameters);
  return parameterHeaders(parameters, args);
}

it("sends parameters in headers, as deep as they are, and none without a value", () => {
  expect(headersOf({ region: "eu", where: { shard: 7 }, force: false, text: "x" })).toEqual({
    "Mcp-Param-Region": "eu",
    "Mcp-Param-Shard": "7",
    "Mcp-Param-Force": "false",
  });
  expect(headersOf({ region: null, where: "nowhere" })).toEqual({});
  expect(headersOf({ where: { shard: 2 ** 60 }, force: {} })).toEqual({});
});

it.each(["", " a", "a\n", "a\r\nX-Evil: 1", "Zürich", "=?base64?eA==?="])("encodes %j, which a header can't have as it is", (region) => {
  expect(headersOf({ region })).toEqual({ "Mcp-Param-Region": `=?base64?${Buffer.from(region).toString("base64")}?=` });
});

it.each([
  [{ type: "string", "x-mcp-header": "a b" }, "not a header's name"],
  [{ type: "string", "x-mcp-header": "" }, "not a header's name"],
  [{ type: "string", "x-mcp-header": 1 }, "not a header's name"],
  [{ type: "number", "x-mcp-header": "A" }, "not a string, an integer or a boolean"],
  [{ "x-mcp-header": "A" }, "not a string, an integer or a boolean"],
  [{ type: "array", items: { type: "string", "x-mcp-header": "A" } }, "not at a parameter"],
  [{ anyOf: [{ type: "string", "x-mcp-header": "A" }] }, "not at a parameter"],
  [{ type: "string", "x-mcp-header": "region" }, "the same x-mcp-header"],
])("leaves out a tool with %j over HTTP since 2026-07-28 alone", (other, problem) => {
  const inputSchema = { type: "object", properties: { region: { type: "string", "x-mcp-header": "Region" }, other } };
  const tools = [{ name: "find", inputSchema }];
  expect(readTools(tools, { hasParameterHeaders: true })).toEqual({
    tools: [],
    problems: [expect.stringMatching(`^The tool "find" was left out: .*${problem}`)],
  });
  expect(readTools(tools)).toMatchObject({ tools: [{ name: "find", headers: [] }], problems: [] });
});

it("takes no header at the whole schema or in definitions", () => {
  expect(headerParameters({ type: "string", "x-mcp-header": "A" })).toContain("not at a parameter");
  expect(headerParameters({ $defs: { properties: { type: "string", "x-mcp-header": "A" } } })).toContain("not at a parameter");
});

it("leaves out a tool whose schema is nested too deeply, and keeps the others", () => {
  const deep: unknown = JSON.parse(`${'{"items":'.repeat(50_000)}{}${"}".repeat(50_000)}`);
  const tools = [
    { name: "good", inputSchema: { type: "object" } },
    { name: "deep", inputSchema: { type: "object", properties: { a: deep } } },
  ];
  expect(readTools(tools, { hasParameterHeaders: true })).toMatchObject({
    tools: [{ name: "good" }],
    problems: ['The tool "deep" was left out: its inputSchema is nested too deeply.'],
  });
});
