import { expect, it } from "vitest";
import { compiledTool } from "../../compiled.js";

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
