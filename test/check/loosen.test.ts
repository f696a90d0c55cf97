import { expect, it } from "vitest";
import { compiledTool } from "../compiled.js";

async function shown(schema: object, more: object = {}) {
  const { tool, diagnostics } = await compiledTool(
    JSON.stringify({ name: "t", description: "d", kind: "read", schema, command: ["prog", "--all={{json @params}}"], ...more }),
  );
  expect(diagnostics).toEqual([]);
  return { shown: tool?.shownSchema, canonical: tool?.schema };
}

it("shows the canonical schema where nothing is aliased or coercible", async () => {
  const both = await shown({
    properties: { x: { type: "string", minLength: 1 }, xs: { type: "array", items: { enum: ["a"] } } },
    required: ["x"],
  });
  expect(both.shown).toEqual(both.canonical);
});

it("lets numbers and booleans come as strings, and keeps their limits for everything else", async () => {
  const { shown: result } = await shown({
    properties: { n: { type: "integer", minimum: 1, description: "How many.", default: 3 }, b: { type: ["boolean", "null"] } },
  });
  expect(result?.properties).toEqual({
    n: { description: "How many.", anyOf: [{ type: "integer", minimum: 1 }, { type: "string" }], default: 3 },
    b: { anyOf: [{ type: ["boolean", "null"] }, { type: "string" }] },
  });
});

it("declares aliases, flat and nested, and takes what they stand for out of required", async () => {
  const edits = {
    type: "array",
    items: { type: "object", properties: { oldText: { type: "string", minLength: 1 } }, required: ["oldText"] },
  };
  const { shown: result } = await shown(
    { properties: { path: { type: "string" }, edits }, required: ["path", "edits"] },
    { aliases: { path: ["file"], "edits[].oldText": ["old_str"] } },
  );
  expect(result?.required).toEqual(["edits"]);
  expect(result?.properties).toEqual({
    path: { type: "string" },
    edits: {
      type: "array",
      items: {
        type: "object",
        properties: { oldText: { type: "string", minLength: 1 }, old_str: { type: "string", description: "Same as oldText." } },
      },
    },
    file: { type: "string", description: "Same as path." },
  });
});

it("drops a condition over an aliased key, which only the call can judge, and keeps the others", async () => {
  const { shown: result } = await shown(
    {
      properties: { a: { type: "string" }, b: { type: "string" }, c: { type: "string" } },
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
      dependentRequired: { b: ["c"] },
    },
    { aliases: { a: ["x"] } },
  );
  expect(result?.anyOf).toBeUndefined();
  expect(result?.dependentRequired).toEqual({ b: ["c"] });
});

it("declares ignored keys without saying anything of them", async () => {
  const { shown: result } = await shown({ properties: { x: { type: "string" } } }, { ignore: ["explanation"] });
  expect(result?.properties).toEqual({ x: { type: "string" }, explanation: {} });
});
