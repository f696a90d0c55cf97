import { expect, it } from "vitest";
import { compiledTool } from "../../../kit/compiled.js";

const head = "name: t\ndescription: d\nkind: read\nschema: {}\n";
const codes = async (spec: string) => (await compiledTool(head + spec)).diagnostics.map(({ code, line }) => [code, line]);

it("reports `warm` without a handler, whose process it is about", async () => {
  expect(await codes("command: [echo]\nwarm: false\n")).toEqual([["warm-without-handler", 6]]);
  expect(await codes("command: [echo]\n")).toEqual([]);
  expect((await codes("handler: ./t.ts#t\nwarm: false\n")).map(([code]) => code)).not.toContain("warm-without-handler");
});
