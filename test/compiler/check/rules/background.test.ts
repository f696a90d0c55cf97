import { expect, it } from "vitest";
import { compiled, compiledTool } from "../../../kit/compiled.js";

const head = "description: d\nkind: execute\ncommand: [serve]\n";

it("brings two tools, which every target gets, and fills in the defaults", async () => {
  const { model, files, diagnostics } = await compiled({
    "t.yaml": `name: dev\n${head}background: true\nsecrets: [TOKEN]\ntoolsets: [web]\n`,
  });
  expect(diagnostics).toEqual([]);
  expect(model.tools.map(({ name, kind, risk, toolsets }) => [name, kind, risk.level, toolsets])).toEqual([
    ["dev", "execute", "dangerous", ["web"]],
    ["dev_output", "read", "safe", ["web"]],
    ["dev_stop", "other", "safe", ["web"]],
  ]);
  const [dev, output, stop] = model.tools.map(({ definition }) => definition);
  expect(dev?.background).toEqual({ does: "start", of: "dev", maxAgeMs: 8 * 3_600_000, stopSignal: "SIGTERM" });
  expect(output).toMatchObject({ background: { does: "output", of: "dev" }, secrets: { TOKEN: "" }, output: { keep: "tail" } });
  expect(stop).toMatchObject({ background: { does: "stop", of: "dev" } });
  expect(stop).not.toHaveProperty("secrets");
  const paths = files.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(["bin/tools/dev_output.cjs", "bin/tools/dev_stop.cjs"]));
});

it("refuses what a background program can't have, and names that are taken", async () => {
  const reported = async (spec: string) =>
    (await compiledTool(`name: dev\n${head}${spec}`)).diagnostics.map(({ code, line }) => [code, line]);
  expect(await reported("background: { readyWhen: '(' }\n")).toEqual([["bad-value", 5]]);
  expect(await reported("background: { stopSignal: TERM }\n")).toEqual([["unknown-value", 5]]);
  expect(await reported("background: true\nsandbox: {}\ntempFiles: { a: b }\noutput: json\n")).toEqual([
    ["background-beside", 6],
    ["background-beside", 7],
    ["background-beside", 8],
  ]);
  expect(await reported("background: true\nenv: { set: { D: '{{@tempDir}}' } }\n")).toEqual([["background-beside", 5]]);
  expect(await reported("background: false\nsandbox: {}\n")).toEqual([]);
  const long = await compiledTool(`name: ${"a".repeat(42)}\n${head}background: true\n`);
  expect(long.diagnostics.map(({ code }) => code)).toEqual(["background-name-too-long"]);
  const taken = await compiled({ "t.yaml": `name: dev\n${head}background: true\n---\nname: dev_stop\n${head}` }, []);
  expect(taken.diagnostics.map(({ code }) => code)).toEqual(["duplicate-tool"]);
});
