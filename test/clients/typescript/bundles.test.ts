import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build as esbuild } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A project beside the packages of this folder: what it imports is looked for in the folders above it. */
const folder = mkdtempSync(join(import.meta.dirname, "project-"));
const packages = createRequire(import.meta.url);

const specOf = (n: number) => `name: tool_${n}
description: Prints a text, as tool number ${n}.
kind: read
schema:
  properties:
    text: { type: string, format: uri, description: The text. }
    times: { type: integer, minimum: 1, default: 1 }
  required: [text]
aliases: { text: [message] }
command: [printf, "%s", "{{text}}"]
`;

const count = 40;

/** A program with the registry and the classes, which checks arguments by ajv and its formats. */
const program = `
import { executeFunctionCall, ToolRegistry } from "toolgen/runtime";
import { normalizeTool1Args, tools } from "./generated/tools/index.js";

async function main() {
  const registry = new ToolRegistry();
  for (const Tool of Object.values(tools)) registry.registerTool(new Tool());
  const options = { registry, signal: AbortSignal.timeout(20000) };
  const call = (text: string) => executeFunctionCall({ name: "tool_2", args: { message: text } }, options);
  console.log((await call("https://example.org/a")).functionResponse.response?.output);
  console.log((await call("no address")).status, normalizeTool1Args({ text: "a:b" }).ok);
  await registry.close();
}
main();
`;

const files: Readonly<Record<string, string>> = {
  "package.json": '{ "private": true, "type": "module" }',
  "toolgen.yaml": "version: 1\n",
  "main.ts": program,
  "tsconfig.json": JSON.stringify({
    compilerOptions: { module: "nodenext", target: "es2022", strict: true, types: ["node"], outDir: "js", rootDir: "." },
    files: ["main.ts"],
  }),
};

beforeAll(() => {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  mkdirSync(join(folder, "tools.d"));
  for (let n = 1; n <= count; n++) writeFileSync(join(folder, `tools.d/tool-${n}.yaml`), specOf(n));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/toolgen"));
  expect(toolgen(folder, ["build"])).toMatchObject({ status: 0 });
  const tsc = join(dirname(packages.resolve("typescript/package.json")), "bin/tsc");
  execFileSync(process.execPath, [tsc, "-p", folder], { cwd: folder });
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a file in a folder that has nothing else, and returns what it prints. */
function runAlone(file: string): string {
  const empty = temporaryFolder();
  cpSync(file, join(empty, basename(file)));
  const { stdout, stderr } = spawnSync(process.execPath, [basename(file)], { cwd: empty, encoding: "utf8" });
  return stdout + stderr;
}

/** A bundler makes one file of the program, and returns its path and what it warned of. */
type Bundle = () => Promise<{ readonly file: string; readonly warnings: readonly string[] }>;

const out = (name: string) => join(folder, name);

async function byEsbuild(format: "esm" | "cjs"): ReturnType<Bundle> {
  const file = out(`esbuild.${format === "esm" ? "mjs" : "cjs"}`);
  const entryPoints = [join(folder, "main.ts")];
  const { warnings } = await esbuild({ entryPoints, bundle: true, platform: "node", format, outfile: file, logLevel: "silent" });
  return { file, warnings: warnings.filter(({ location }) => !/\/dist\//.test(location?.file ?? "")).map(({ text }) => text) };
}

/** A script that a bundler runs in the project; it prints a list of warnings. */
function byScript(name: string, text: string, file: string): ReturnType<Bundle> {
  writeFileSync(out(`${name}.mjs`), text);
  const { stdout, stderr, status } = spawnSync(process.execPath, [`${name}.mjs`], { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(stdout + stderr);
  return Promise.resolve({ file: out(file), warnings: JSON.parse(stdout.trim().split("\n").at(-1) ?? "[]") });
}

const rollup = `
import { rollup } from "rollup";
import resolve from "@rollup/plugin-node-resolve";
import commonjs from "@rollup/plugin-commonjs";
import json from "@rollup/plugin-json";
const warnings = [];
const plugins = [resolve({ preferBuiltins: true }), commonjs(), json()];
const onwarn = ({ code, message }) => code === "CIRCULAR_DEPENDENCY" || warnings.push(message);
const bundle = await rollup({ input: "js/main.js", plugins, onwarn });
await bundle.write({ file: "rollup.bundle.mjs", format: "es", inlineDynamicImports: true });
console.log(JSON.stringify(warnings));`;

const vite = `
import { build } from "vite";
const output = { entryFileNames: "vite.bundle.mjs", codeSplitting: false };
await build({ logLevel: "error", ssr: { noExternal: true }, build: { ssr: "main.ts", outDir: ".", emptyOutDir: false, rollupOptions: { output } } });
console.log("[]");`;

const webpack = `
import webpack from "webpack";
const plugins = [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })];
const options = { mode: "production", optimization: { minimize: false }, target: "node", entry: "./js/main.js", output: { path: process.cwd(), filename: "webpack.bundle.cjs" }, plugins };
const stats = await new Promise((resolve, reject) => webpack(options, (error, stats) => (error ? reject(error) : resolve(stats))));
const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
console.log(JSON.stringify([...errors, ...warnings].map(({ message }) => message)));`;

const bundlers: Readonly<Record<string, Bundle>> = {
  "esbuild, ESM": () => byEsbuild("esm"),
  "esbuild, CommonJS": () => byEsbuild("cjs"),
  Rollup: () => byScript("rollup", rollup, "rollup.bundle.mjs"),
  "Vite SSR": () => byScript("vite", vite, "vite.bundle.mjs"),
  webpack: () => byScript("webpack", webpack, "webpack.bundle.cjs"),
};

it.each(Object.entries(bundlers))(
  "makes one file of a program with registry and classes, which runs alone: %s",
  async (_, bundle) => {
    const { file, warnings } = await bundle();
    expect(warnings).toEqual([]);
    expect(runAlone(file)).toBe("https://example.org/a\nerror true\n");
  },
  120_000,
);

it("takes the module of one tool out of forty", async () => {
  const sizeOf = async (module: string) => {
    const contents = `import { normalizeTool1Args } from "./generated/tools/${module}"; console.log(normalizeTool1Args({}));`;
    const outfile = out("size.mjs");
    const options = { bundle: true, platform: "node", format: "esm", packages: "external", minify: true, outfile } as const;
    await esbuild({ stdin: { contents, resolveDir: folder, loader: "ts" }, ...options });
    return statSync(outfile).size;
  };
  expect((await sizeOf("index.js")) / (await sizeOf("tool-1.js"))).toBeLessThan(1.05);
  expect(readFileSync(out("size.mjs"), "utf8")).toContain("tool_1");
});
