import { expect, it } from "vitest";
import { compiled, compiledTool } from "../../../kit/compiled.js";

const head = "name: t\ndescription: d\nkind: read\nschema: { properties: { f: { type: string } } }\n";
const sandboxOf = async (spec: string) => (await compiledTool(head + spec)).tool?.definition.sandbox;

it("closes what a sandbox doesn't open", async () => {
  const specs = ["tools.d"];
  expect(await sandboxOf('command: [wc, "--x={{f}}"]\nsandbox: {}\n')).toEqual({
    write: "none",
    read: "workspace",
    network: false,
    specDir: false,
    specs,
  });
  const opened = 'paths: { f: write }\ncommand: ["{{@specDir}}/t", "{{f}}"]\nsandbox: { write: workspace, read: any, network: true }\n';
  expect(await sandboxOf(opened)).toEqual({ write: "workspace", read: "any", network: true, specDir: true, specs });
  expect(await sandboxOf('command: [wc, "--x={{f}}"]\n')).toBe(undefined);
});

it("finds where a project's specs lie, however it names them", async () => {
  const spec = `${head}command: [wc, "--x={{f}}"]\nsandbox: {}\n`;
  const config = "version: 1\nspecs: [tools.d/**/*.yaml, './a/b/{c,d}/*.yaml', more/one.yaml, '*.tool.yaml']\n";
  const { model } = await compiled({ "toolgen.yaml": config, "t.yaml": spec }, []);
  expect(model.tools[0]?.definition.sandbox?.specs).toEqual([".", "a/b", "more/one.yaml", "tools.d"]);
});

it("reports a sandbox in which the tool could only fail, and one that opens nothing", async () => {
  const reported = async (spec: string) =>
    (await compiledTool(head + spec)).diagnostics.map(({ code, line, column }) => [code, line, column]);
  const writes = 'paths: { f: write }\ncommand: [touch, "{{f}}"]\n';
  expect(await reported(`${writes}sandbox: { read: any }\n`)).toEqual([["sandbox-forbids-writing", 5, 10]]);
  expect(await reported(`${writes}sandbox: { write: paths, read: paths }\n`)).toEqual([]);
  expect(await reported('command: [wc, "--x={{f}}"]\nsandbox: { write: paths, read: paths }\n')).toEqual([
    ["sandbox-without-paths", 6, 19],
    ["sandbox-without-paths", 6, 32],
  ]);
  expect(await reported('command: [wc, "--x={{f}}"]\nsandbox: { write: all }\n')).toEqual([["unknown-value", 6, 19]]);
});
