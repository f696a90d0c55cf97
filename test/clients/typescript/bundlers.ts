import { cpSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build as esbuild } from "esbuild";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { type Files, node, programOf } from "./project.js";
import type { Row } from "./rows.js";

/** Runs a file in a folder that has nothing else, and returns what it prints. */
function runAlone(file: string): string {
  const empty = temporaryFolder();
  cpSync(file, join(empty, basename(file)));
  return node(empty, basename(file));
}

async function byEsbuild(folder: string, format: "esm" | "cjs"): Promise<string> {
  const outfile = join(folder, `esbuild.${format === "esm" ? "mjs" : "cjs"}`);
  const entryPoints = [join(folder, "main.ts")];
  const { warnings } = await esbuild({ entryPoints, bundle: true, platform: "node", format, outfile, logLevel: "silent" });
  refuse(warnings.filter(({ location }) => !/\/dist\//.test(location?.file ?? "")).map(({ text }) => text));
  return runAlone(outfile);
}

/** Runs a script of a bundler in the project, which prints a list of warnings, and then the bundle. */
function byScript(folder: string, script: string, bundle: string): string {
  writeFileSync(join(folder, "bundle.mjs"), script);
  refuse(JSON.parse(node(folder, "bundle.mjs").split("\n").at(-1) ?? "[]"));
  return runAlone(join(folder, bundle));
}

function refuse(warnings: readonly string[]): void {
  if (warnings.length > 0) throw new Error(warnings.join("\n"));
}

const rollup = `
import { rollup } from "rollup";
import resolve from "@rollup/plugin-node-resolve";
import commonjs from "@rollup/plugin-commonjs";
import json from "@rollup/plugin-json";
const warnings = [];
const plugins = [resolve({ preferBuiltins: true }), commonjs(), json()];
const onwarn = ({ code, message }) => code === "CIRCULAR_DEPENDENCY" || warnings.push(message);
const bundle = await rollup({ input: "out/main.js", plugins, onwarn });
await bundle.write({ file: "bundle.out.mjs", format: "es", inlineDynamicImports: true });
console.log(JSON.stringify(warnings));`;

const viteBuild = `
import { build } from "vite";
const output = { entryFileNames: "bundle.out.mjs", codeSplitting: false };
await build({ logLevel: "error", ssr: { noExternal: true }, build: { ssr: "main.ts", outDir: ".", emptyOutDir: false, rollupOptions: { output } } });
console.log("[]");`;

const viteServer = `
import { createServer } from "vite";
const server = await createServer({ logLevel: "error", server: { middlewareMode: true }, appType: "custom" });
const { program } = await server.ssrLoadModule("/program.ts");
console.log(await program());
await server.close();`;

const webpack = `
import webpack from "webpack";
const plugins = [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })];
const module = { rules: [{ test: /\\.ts$/, loader: "ts-loader", options: { transpileOnly: true } }] };
const resolve = { extensions: [".ts", ".js"] };
const output = { path: process.cwd(), filename: "bundle.out.cjs" };
const options = { mode: "production", target: "node", entry: "./main.ts", output, plugins, module, resolve, optimization: { minimize: false } };
const stats = await new Promise((resolve, reject) => webpack(options, (error, stats) => (error ? reject(error) : resolve(stats))));
const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
console.log(JSON.stringify([...errors, ...warnings].map(({ message }) => message)));`;

/** Rows of bundlers, each of which makes one file of the program. */
export function bundlers(tsconfig: (own: object) => Files): readonly Row[] {
  const viteFiles = tsconfig({ module: "esnext", moduleResolution: "bundler", allowImportingTsExtensions: true, noEmit: true });
  const bundler = tsconfig({ module: "preserve", noEmit: true });
  return [
    {
      ...{ tool: "esbuild, ESM", versionOf: "esbuild", project: "without `tsconfig.json`", suffix: ".js", files: {} },
      run: (folder) => byEsbuild(folder, "esm"),
    },
    {
      ...{ tool: "esbuild, CommonJS", versionOf: "esbuild", project: "`module: preserve`", suffix: "", files: bundler },
      run: (folder) => byEsbuild(folder, "cjs"),
    },
    {
      ...{ tool: "Rollup", versionOf: "rollup", project: "what `tsc` writes for `nodenext`", suffix: ".js" },
      files: tsconfig({ module: "nodenext", outDir: "out", rootDir: "." }),
      run: (folder) => {
        node(folder, programOf("typescript-7/bin/tsc"), "-p", ".");
        return byScript(folder, rollup, "bundle.out.mjs");
      },
    },
    {
      ...{ tool: "Vite, SSR build", versionOf: "vite", project: "`allowImportingTsExtensions`, as in its templates" },
      ...{ suffix: ".ts", files: viteFiles },
      run: (folder) => byScript(folder, viteBuild, "bundle.out.mjs"),
    },
    {
      ...{ tool: "Vite, server (`ssrLoadModule`)", versionOf: "vite", project: "`moduleResolution: bundler`", suffix: "" },
      files: tsconfig({ module: "esnext", moduleResolution: "bundler", noEmit: true }),
      run: (folder) => {
        writeFileSync(join(folder, "serve.mjs"), viteServer);
        return node(folder, "serve.mjs");
      },
    },
    {
      ...{ tool: "webpack with ts-loader", versionOf: "webpack", project: "`moduleResolution: bundler`, without `resolve.extensionAlias`" },
      ...{ suffix: "", files: tsconfig({ module: "esnext", moduleResolution: "bundler" }) },
      run: (folder) => byScript(folder, webpack, "bundle.out.cjs"),
    },
  ];
}
