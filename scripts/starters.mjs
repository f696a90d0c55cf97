// The files that `toolgen new NAME --from std/…` copies: the specs of the library's tools and the modules of their
// handlers, in dist/assets/starters.json.br.

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import { ts } from "ts-morph";
import { parse } from "yaml";
import { common, licences } from "./assets/bundle.mjs";
import { root } from "./run.mjs";

/**
 * Writes `{ tools, modules }`, compressed to a seventh. Each tool, such as `std/read_file`, has `kind`, `risk`,
 * `description`, `spec`, `entry` and `modules`; `modules` are texts by path, such as `files/locked.ts`.
 */
export async function writeStarters(outfile) {
  const specs = (await readdir(join(root, "library"))).filter((name) => name.endsWith(".yaml"));
  const modules = {};
  const tools = {};
  for (const file of specs.sort()) {
    const spec = await readFile(join(root, "library", file), "utf8");
    const { name, kind, risk, description, handler } = parse(spec);
    const entry = handler?.replace(/^\.\/|#.*$/g, "");
    const own = entry === undefined ? [] : await collect(entry, modules);
    tools[`std/${name}`] = { kind, risk: risk.level, description, spec, ...(entry !== undefined && { entry }), modules: own };
  }
  await writeFile(outfile, brotliCompressSync(JSON.stringify({ tools, modules })));
}

/** Collects a module and its imports for copying, by their paths in `library/`. */
async function collect(entry, modules) {
  const found = new Set();
  const waiting = [entry];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    const text = await readFile(join(root, "library", path), "utf8");
    Object.assign(modules, await asCopied(path, text));
    found.add(path);
    waiting.push(...specifiers(text).flatMap((one) => neighbour(path, one)));
  }
  return Object.keys(modules).filter((path) => found.has(path.replace(/\.d\.ts$|\.js$/, ".ts")));
}

const specifiers = (text) => [...text.matchAll(/\bfrom "([^"]+)"/g)].map(([, specifier]) => specifier);

function neighbour(path, specifier) {
  if (!specifier.startsWith(".") || specifier.includes("/generated/")) return [];
  return [posix.join(posix.dirname(path), specifier).replace(/\.js$/, ".ts")];
}

/**
 * Returns TypeScript unchanged, except modules that import packages: these become JavaScript with the packages in it
 * and their types beside it, so that a copy needs no installation.
 */
async function asCopied(path, text) {
  const needsPackages = specifiers(text).some((one) => !/^(?:\.|node:|toolgen\/runtime$)/.test(one));
  if (!needsPackages) return { [path]: text };
  const { outputFiles, metafile } = await build({
    ...common,
    entryPoints: [`library/${path}`],
    outdir: "unwritten",
    format: "esm",
    minify: false,
    minifySyntax: true,
    minifyWhitespace: true,
    plugins: [withoutNeighbours],
    metafile: true,
    write: false,
  });
  const notice = await licences("above", metafile);
  const { outputText, diagnostics } = ts.transpileDeclaration(text, {
    compilerOptions: { target: ts.ScriptTarget.ES2023, isolatedDeclarations: true },
  });
  if (diagnostics.length > 0) throw new Error(`library/${path}: what imports packages must say the types of all that it exports`);
  const js = path.replace(/\.ts$/, ".js");
  return { [js]: `${outputFiles[0].text}/*!\n${notice.replaceAll("*/", "* /")}*/\n`, [js.replace(/\.js$/, ".d.ts")]: outputText };
}

/** Keeps a library module's imports of other modules, and of toolgen, as imports. */
const withoutNeighbours = {
  name: "without-neighbours",
  setup({ onResolve }) {
    onResolve({ filter: /^toolgen\/runtime$/ }, ({ path }) => ({ path, external: true }));
    onResolve({ filter: /^\./ }, ({ path, importer }) =>
      importer.startsWith(join(root, "library/")) ? { path, external: true } : undefined,
    );
  },
};
