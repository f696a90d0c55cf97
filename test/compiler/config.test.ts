import { expect, it } from "vitest";
import { isInRange } from "../../src/compiler/check/language/formats.js";
import { compile } from "../../src/compiler/compile.js";
import { assets, compiled } from "../kit/compiled.js";
import { memoryHost } from "../kit/memory-host.js";

const spec = "name: t\ndescription: d\nkind: read\ncommand: [wc]\n";

async function said(config: string) {
  const { diagnostics, model } = await compiled({ "toolgen.yaml": `version: 1\n${config}`, "a.yaml": spec });
  return { codes: diagnostics.map((d) => [d.code, d.line]), project: model.project };
}

it.each(["tools.d", "tools.d/generated"])("refuses the output folder %s, whose files would be read as specs", async (output) => {
  expect((await said(`output: ${output}\n`)).codes).toEqual([["bad-value", 2]]);
});

it.each(["out/of/tools", ".out", ".github/tools", "github/workflows", "generated"])("takes the output folder %s", async (output) => {
  expect((await said(`output: ${output}\n`)).codes).toEqual([]);
});

it.each(["toolgen.yml", "toolgen.json", "toolgen.jsonc"])("refuses %s by name, which would have no effect", async (path) => {
  const diagnosticsOf = async (files: Readonly<Record<string, string>>) => {
    const host = memoryHost({ [path]: "{}", "tools.d/a.yaml": spec, ...files });
    return (await compile(host, assets, { targets: [], handlers: "leave" }))[1].map((d) => [d.path, d.code, d.help]);
  };
  expect(await diagnosticsOf({})).toEqual([[path, "unreadable", "Rename it to toolgen.yaml, which may be JSON without comments."]]);
  expect(await diagnosticsOf({ "toolgen.yaml": "version: 1\n" })).toEqual([]);
});

it("protects what lies beside specs, for programs there are as much a tool as its spec", async () => {
  const { project } = await said("specs: [tools.d/*.yaml]\n");
  const isProtected = (path: string) => project.specPatterns.some((pattern) => new RegExp(pattern).test(path));
  expect(["tools.d/a.yaml", "tools.d/bin/run.sh", "toolgen.yaml", "src/a.yaml", "tools_d/a.sh"].map(isProtected)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

it("says where toolgen.yaml has a workspace of its own, or more than one document", async () => {
  expect((await said("roots: { workspace: src }\n")).codes).toEqual([["bad-value", 2]]);
  expect((await said("---\nversion: 1\n")).codes).toEqual([["second-document", 3]]);
});

it("takes targets, and says which of their keys it doesn't know", async () => {
  expect(await said("targets: { gemini: { classes: true } }\n")).toMatchObject({
    codes: [],
    project: { targets: { gemini: { classes: true } } },
  });
  const { codes, project } = await said("targets:\n  gemini: { clases: true }\n  docs: {}\n  gemni: {}\n");
  expect(codes).toEqual([
    ["unknown-key", 3],
    ["unknown-key", 5],
  ]);
  expect(project.targets).toMatchObject({ gemini: { classes: false } });
  expect((await said("targets: { gemini: { classes: yes please } }\n")).codes).toEqual([["wrong-type", 2]]);
});

it("takes a range of compilers, and says where a range is not one", async () => {
  expect(await said('toolgen: ">=0.1 <1"\n')).toMatchObject({ codes: [], project: { compilers: ">=0.1 <1" } });
  expect((await said("toolgen: newest\n")).codes).toEqual([["bad-version-range", 2]]);
  expect((await said("toolgen: [0.1]\n")).codes).toEqual([["wrong-type", 2]]);
});

it("reports nothing of a project for another compiler but the version that it needs, and how to install it", async () => {
  const { diagnostics, model, files } = await compiled({
    "toolgen.yaml": 'version: 2\ntoolgen: ">=2 <3"\nshapes: [x]\n',
    "a.yaml": "name: t\nguard: later\nnewer: key\n",
  });
  expect(diagnostics).toMatchObject([{ code: "wrong-compiler", line: 2, column: 10 }]);
  expect(diagnostics[0]?.message).toBe("This project needs toolgen >=2 <3; this is toolgen 0.1.0.");
  expect(diagnostics[0]?.help).toContain('npm install --save-dev "toolgen@>=2 <3"');
  expect([model.tools, files]).toEqual([[], []]);
});

it.each([
  ["0.2.0-beta.1", ">=0.1 <1", true],
  ["1.0.0-rc.1", ">=0.1 <1", false],
  ["1.0.0-rc.1", ">=1", true],
  ["1.0.0-rc.1", ">=1.0.0", false],
  ["0.1.0", "0.1.x", true],
])("compares a compiler before a release by its order: %s in %s is %s", (version, range, is) => {
  expect(isInRange(version, range)).toBe(is);
});
