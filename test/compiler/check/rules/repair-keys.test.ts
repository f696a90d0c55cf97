import { expect, it } from "vitest";
import { compiledTool } from "../../../kit/compiled.js";

const properties = { text: { type: "string" }, count: { type: "integer" } };
const compiled = (coerce: object) =>
  compiledTool(
    JSON.stringify({
      name: "t",
      description: "d",
      kind: "read",
      schema: { properties },
      command: ["prog", "--all={{json @params}}"],
      coerce,
    }),
  );

it("takes each form of a text, and `lines` and `json` together", async () => {
  const { tool, diagnostics } = await compiled({ text: ["lines", "json"] });
  expect(diagnostics).toEqual([]);
  expect(tool?.definition.coerce).toEqual([
    { kind: "lines", target: ["text"] },
    { kind: "json", target: ["text"] },
  ]);
  for (const form of ["lines", "json", "path"])
    expect((await compiled({ text: form })).tool?.definition.coerce).toEqual([{ kind: form, target: ["text"] }]);
});

it.each([["json"], ["lines"], [["lines", "json"]]])("refuses %j for what is no text", async (form) => {
  const { diagnostics } = await compiled({ count: form });
  expect(diagnostics.map(({ code }) => code)).toEqual(["coerce-mismatch"]);
});

it.each([[["path"]], [["lines", "none"]], ["jsno"]])("refuses %j, which is no form, or none that stands in a list", async (form) => {
  const { diagnostics } = await compiled({ text: form });
  expect(diagnostics.map(({ code }) => code)).toEqual(["unknown-value"]);
});

it("takes a path at whose end a range may stand, if it is a text", async () => {
  const { tool, diagnostics } = await compiled({ count: { count: "count", range: ["lines"], file: "text" } });
  expect(diagnostics).toEqual([]);
  expect(tool?.definition.coerce).toEqual([{ kind: "range", start: "count", count: "count", end: [], range: ["lines"], file: "text" }]);
  for (const file of ["count", "nothing"]) {
    const refused = await compiled({ count: { count: "count", file } });
    expect(refused.diagnostics.map(({ code }) => code)).toEqual(["coerce-mismatch"]);
  }
});

it("leaves a fragment's path out where the tool has no such parameter", async () => {
  const line = { type: "integer", minimum: 1 };
  const schema = { properties: { file_path: { type: "string" }, offset: line, limit: line } };
  const spec = { name: "t", description: "d", kind: "read", extends: ["std/read"], schema, command: ["prog", "--all={{json @params}}"] };
  const { tool, diagnostics } = await compiledTool(JSON.stringify(spec));
  expect(diagnostics).toEqual([]);
  expect(tool?.definition.coerce?.[0]).toMatchObject({ kind: "range", start: "offset", count: "limit" });
  expect(tool?.definition.coerce?.[0]).not.toHaveProperty("file");
});
