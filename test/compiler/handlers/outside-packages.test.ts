import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { diagnosticToJson } from "../../../src/contract/diagnostic.js";
import { nodeHost, readAssets } from "../../../src/contract/node-host.js";
import { compiledTool } from "../../kit/compiled.js";
import { builtProject, projectOf } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";
import { call, reportSpec } from "./project.js";

type Files = Readonly<Record<string, string>>;

/** A package, which is imported by its name. */
const packageOf = (name: string, main: string, manifest: object = {}): Files => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, main: "main.js", ...manifest }),
  [`node_modules/${name}/main.js`]: main,
});

/** A project whose handler returns what the package `pack` exports. */
const projectWith = (files: Files, external = ""): Files => ({
  "tools.d/report.yaml": reportSpec.replace("report.ts", "report.js") + external,
  "lib/report.js": 'import pack from "pack";\nexport const report = () => pack;\n',
  ...files,
});

async function said(files: Files) {
  const [, diagnostics] = await compile(nodeHost(projectOf(files)), await readAssets(), { targets: [] });
  return diagnostics.map(diagnosticToJson);
}

const returned = (files: Files) => call(builtProject(files), "report", { text: "hi" });

it("leaves a package that is missing and whose absence is caught to the code that catches it", () => {
  const main = `let found = "without";
try { found = require("absent-package"); } catch {}
module.exports = found;`;
  expect(returned(projectWith(packageOf("pack", main)))).toMatchObject({ status: 0, stdout: "without" });
});

const addOns: Readonly<Record<string, { readonly files: Files; readonly why: string }>> = {
  "an add-on": {
    files: { ...packageOf("pack", 'module.exports = require("./pack.node");'), "node_modules/pack/pack.node": "" },
    why: "'pack.node'",
  },
  "an add-on of a platform's package": {
    files: {
      ...packageOf("pack", 'module.exports = require("@pack/linux/pack.node");', { optionalDependencies: { "@pack/linux": "1" } }),
      "node_modules/@pack/linux/package.json": '{ "name": "@pack/linux" }',
      "node_modules/@pack/linux/pack.node": "",
    },
    why: "'pack.node'",
  },
  "an add-on that another package finds": {
    files: { ...packageOf("pack", 'module.exports = require("bindings")("pack");'), ...packageOf("bindings", "module.exports = () => 1;") },
    why: "through 'bindings'",
  },
  "an add-on by a `require` that is made": {
    files: packageOf(
      "pack",
      'import { createRequire } from "node:module";\nexport default createRequire(import.meta.url)("./pack.node");',
      { type: "module" },
    ),
    why: "'./pack.node'",
  },
};

it.each(Object.entries(addOns))("reports %s in a package, and how to leave the package out", async (_name, { files, why }) => {
  const [first, ...others] = await said(projectWith(files));
  expect(others).toEqual([]);
  expect(first).toMatchObject({ code: "handler-native", severity: "error", file: "lib/report.js" });
  expect(first?.message).toContain(`'pack' loads a native add-on (${why})`);
  expect(first?.help).toContain("`external: [pack]`");
});

it("takes a package with an add-on for missing where another can do without it", () => {
  const main = `let fast = "slow";
try { fast = require("fast"); } catch {}
module.exports = fast;`;
  const files = {
    ...packageOf("pack", main, { optionalDependencies: { fast: "1" } }),
    ...packageOf("fast", 'module.exports = require("./fast.node");'),
    "node_modules/fast/fast.node": "",
  };
  expect(returned(projectWith(files))).toMatchObject({ status: 0, stdout: "slow" });
});

it("warns of a file beside the code of a package that reads it, and of none that isn't there", async () => {
  const files = packageOf("pack", 'module.exports = require("node:fs").readFileSync(__dirname + "/data.wasm", "utf8");');
  expect(await said(projectWith(files))).toEqual([]);
  const [first, ...others] = await said(projectWith({ ...files, "node_modules/pack/data.wasm": "data" }));
  expect(others).toEqual([]);
  expect(first).toMatchObject({ code: "handler-beside", severity: "warning" });
  expect(first?.message).toContain("'pack' reads 'data.wasm' beside its code");
});

const reading = {
  ...packageOf("pack", 'module.exports = require("node:fs").readFileSync(__dirname + "/data.wasm", "utf8");'),
  "node_modules/pack/data.wasm": "data",
};

it.each([
  ["the spec", projectWith(reading, "external: [pack]\n")],
  ["toolgen.yaml", { ...projectWith(reading), "toolgen.yaml": "version: 1\nexternal: [pack, not-imported]\n" }],
])("loads a package from node_modules that `external` of %s names, and says when it is missing", async (_name, files) => {
  expect(await said(files)).toEqual([]);
  const folder = builtProject(files);
  expect(call(folder, "report", { text: "hi" })).toMatchObject({ status: 0, stdout: "data" });
  // Its bundle isn't in the project's folder.
  expect(toolgen(folder, ["call", "report", '{"text":"hi"}']).stdout.trim()).toBe("data");
  rmSync(join(folder, "node_modules"), { recursive: true });
  const { status, stderr } = call(folder, "report", { text: "hi" });
  expect(status).toBe(1);
  expect(stderr).toContain("The package 'pack', which this tool loads from the project's node_modules, isn't installed there.");
  expect(stderr).toContain("`npm install`");
});

it("reports a package of `external` that isn't installed, and one that isn't imported", async () => {
  expect(await said(projectWith({}, "external: [pack]\n"))).toMatchObject([
    { code: "external-missing", help: "Run `npm install pack` in the project's folder." },
  ]);
  const unused = await said(projectWith(packageOf("pack", "module.exports = 1;"), "external: [packs]\n"));
  expect(unused).toMatchObject([{ code: "external-unused", file: "tools.d/report.yaml" }]);
});

it("reports `external` without a handler, and a value that isn't the name of a package", async () => {
  const head = "name: t\ndescription: d\nkind: read\nschema: {}\n";
  const codes = async (spec: string) => (await compiledTool(head + spec)).diagnostics.map(({ code, line }) => [code, line]);
  expect(await codes("command: [echo]\nexternal: [pack]\n")).toEqual([["external-without-handler", 6]]);
  for (const name of ["../pack", "pack/file.js", "node:fs"])
    expect(await codes(`handler: ./t.ts#t\nexternal: [${name}]\n`)).toContainEqual(["bad-value", 6]);
});
