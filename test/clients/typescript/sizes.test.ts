import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build as esbuild } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { toolgen } from "../../kit/toolgen.js";
import { node, programOf } from "./project.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A project beside the bundlers of this folder, which are looked for in the folders above it. */
const folder = mkdtempSync(join(import.meta.dirname, "project-"));

const specOf = (n: number) => `name: tool_${n}
description: Prints a text, as tool number ${n}.
kind: read
schema:
  properties:
    text: { type: string, format: uri, description: The text. }
  required: [text]
aliases: { text: [message] }
command: [printf, "%s", "{{text}}"]
`;

const program = (module: string) => `import { normalizeTool1Args } from "./generated/tools/${module}.js";
console.log(normalizeTool1Args({}));
`;

const entries = { whole: "index", alone: "tool-1" };

beforeAll(() => {
  const compilerOptions = {
    module: "nodenext",
    target: "es2022",
    strict: true,
    skipLibCheck: true,
    types: ["node"],
    rootDir: ".",
    outDir: "js",
  };
  const names = Object.keys(entries).map((name) => `${name}.ts`);
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  writeFileSync(join(folder, "toolgen.yaml"), "version: 1\n");
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: names }));
  for (const [name, module] of Object.entries(entries)) writeFileSync(join(folder, `${name}.ts`), program(module));
  mkdirSync(join(folder, "tools.d"));
  for (let n = 1; n <= 40; n++) writeFileSync(join(folder, `tools.d/tool-${n}.yaml`), specOf(n));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/toolgen"));
  expect(toolgen(folder, ["build"])).toMatchObject({ status: 0 });
  node(folder, programOf("typescript-7/bin/tsc"), "-p", ".");
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Each bundles `js/whole.js` and `js/alone.js` into files of these names, with the package outside. */
const bundlers: Readonly<Record<string, string>> = {
  Rollup: `
import { rollup } from "rollup";
for (const name of ["whole", "alone"]) {
  const bundle = await rollup({ input: "js/" + name + ".js", external: /^toolgen/ });
  await bundle.write({ file: "out/" + name + ".js", format: "es" });
}`,
  Vite: `
import { build } from "vite";
for (const name of ["whole", "alone"])
  await build({ logLevel: "error", build: { ssr: "js/" + name + ".js", outDir: "out", emptyOutDir: false, minify: true } });`,
  webpack: `
import webpack from "webpack";
const externals = ({ request }, done) => (request.startsWith("toolgen") ? done(null, "module " + request) : done());
const options = { mode: "production", target: "node", entry: { whole: "./js/whole.js", alone: "./js/alone.js" }, externals,
  experiments: { outputModule: true }, output: { path: process.cwd() + "/out", filename: "[name].js", module: true } };
await new Promise((resolve, reject) => webpack(options, (error, stats) => (error || stats.hasErrors() ? reject(error ?? stats.toString()) : resolve())));`,
};

const byEsbuild = async () => {
  const entryPoints = Object.keys(entries).map((name) => join(folder, `${name}.ts`));
  await esbuild({
    entryPoints,
    outdir: join(folder, "out"),
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    minify: true,
  });
};

const byScript = (script: string) => async () => {
  writeFileSync(join(folder, "bundle.mjs"), script);
  node(folder, "bundle.mjs");
};

const ways = [["esbuild", byEsbuild] as const, ...Object.entries(bundlers).map(([name, script]) => [name, byScript(script)] as const)];

it.each(ways)(
  "takes the module of one tool out of forty: %s",
  async (_, bundle) => {
    rmSync(join(folder, "out"), { recursive: true, force: true });
    await bundle();
    const file = (entry: keyof typeof entries) => join(folder, "out", `${entry}.js`);
    expect(readFileSync(file("alone"), "utf8")).toContain("tool_1");
    expect(statSync(file("whole")).size / statSync(file("alone")).size).toBeLessThan(1.5);
  },
  120_000,
);
