import { expect, it } from "vitest";
import { recordingHost } from "../../../src/compiler/build-stamp.js";
import { findImportStyle } from "../../../src/compiler/source/tsconfig.js";
import { nodeHost } from "../../../src/contract/node-host.js";
import { compiled } from "../../kit/compiled.js";
import { memoryHost } from "../../kit/memory-host.js";
import { projectOf } from "../../kit/project.js";

const config = (compilerOptions: object, more: object = {}) => JSON.stringify({ compilerOptions, ...more });

/** The extension that a project with these files needs, for outputs in `generated`. */
async function styleOf(files: Readonly<Record<string, string>>, output = "generated") {
  const { extension, reason } = await findImportStyle(nodeHost(projectOf({ "a.txt": "", ...files })), output);
  return reason === undefined ? extension : `${extension}, ${reason}`;
}

it.each([
  [{ module: "nodenext" }, "js"],
  [{ module: "NodeNext", moduleResolution: "NodeNext" }, "js"],
  [{ module: "node20" }, "js"],
  [{ module: "esnext", moduleResolution: "bundler" }, "none, moduleResolution: bundler in tsconfig.json"],
  [{ module: "preserve" }, "none, module: preserve in tsconfig.json"],
  [{ module: "esnext", moduleResolution: "bundler", allowImportingTsExtensions: true }, "ts, allowImportingTsExtensions in tsconfig.json"],
  [{ module: "nodenext", rewriteRelativeImportExtensions: true }, "ts, rewriteRelativeImportExtensions in tsconfig.json"],
  [{ module: "commonjs", moduleResolution: "node10" }, "none, module: commonjs in tsconfig.json"],
  [{}, "none, module: commonjs in tsconfig.json"],
])("follows the compiler options %j: %s", async (options, expected) => {
  expect(await styleOf({ "tsconfig.json": config(options) })).toBe(expected);
});

it("keeps .js for packages of ES modules whose options leave it open, and without a tsconfig.json", async () => {
  const manifest = { "package.json": '{ "type": "module" }' };
  expect(await styleOf({ ...manifest, "tsconfig.json": config({}) })).toBe("js");
  expect(await styleOf(manifest)).toBe("js");
  expect(await findImportStyle(memoryHost({ "tsconfig.json": config({ module: "preserve" }) }), "generated")).toEqual({ extension: "js" });
});

it("reads the tsconfig.json that is nearest to the outputs, what it extends, and the first of the projects that it lists", async () => {
  const bundler = config({ module: "esnext", moduleResolution: "bundler" });
  const near = { "tsconfig.json": config({ module: "nodenext" }), "app/tsconfig.json": bundler };
  expect(await styleOf(near, "app/generated")).toBe("none, moduleResolution: bundler in app/tsconfig.json");
  expect(await styleOf(near)).toBe("js");
  const extended = { "tsconfig.json": config({}, { extends: "@acme/base" }), "node_modules/@acme/base/tsconfig.json": bundler };
  expect(await styleOf(extended)).toBe("none, moduleResolution: bundler in tsconfig.json");
  const listed = { "tsconfig.json": '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }', "tsconfig.app.json": bundler };
  expect(await styleOf(listed)).toBe("none, moduleResolution: bundler in tsconfig.json");
});

it("takes the extension .ts for Deno", async () => {
  expect(await styleOf({ "deno.json": "{}" })).toBe("ts, deno.json");
  expect(await styleOf({ "deno.jsonc": "{}" }, "out/tools")).toBe("ts, deno.jsonc");
  expect(await styleOf({ "deno.json": "{}", "tsconfig.json": config({ module: "nodenext" }) })).toBe("js");
});

it("notes every file that decides, so that a build after its change isn't skipped", async () => {
  const files = { "tsconfig.json": config({}, { extends: "./base.json" }), "base.json": config({ module: "preserve" }) };
  const recorded = recordingHost(nodeHost(projectOf(files)));
  await findImportStyle(recorded.host, "generated");
  expect([...recorded.marks.keys()]).toEqual(expect.arrayContaining(["generated/tsconfig.json", "tsconfig.json", "base.json"]));
});

it.each([
  ["js", "./say.js"],
  ["ts", "./say.ts"],
  ["none", "./say"],
])("lets toolgen.yaml decide: %s", async (extension, specifier) => {
  const result = await compiled({
    "toolgen.yaml": `version: 1\ntargets: { classes: { importExtension: ${extension} }, gemini: { classes: true } }\n`,
    "say.yaml": "name: say\ndescription: Say it.\nkind: read\ncommand: [echo]\n",
  });
  const modules = result.files.filter(({ path }) => path.endsWith(".ts"));
  const imported = modules.flatMap(({ text }) => [...text.matchAll(/ from "(\.[^"]+)"/g)].map(([, found = ""]) => found));
  const suffix = specifier.slice("./say".length);
  expect(new Set(imported)).toEqual(new Set([specifier, `./_runtime${suffix}`, `../core-tool-base${suffix}`, `../../tools/say${suffix}`]));
});
