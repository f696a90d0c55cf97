// Bundles that read what they have in common with `call.cjs` from that file, so that an output has it once.

import { createHash } from "node:crypto";
import { join, relative, resolve } from "node:path";
import { build } from "esbuild";
import { root } from "../run.mjs";
import { common, withoutEffects, writeBundle } from "./bundle.mjs";
import { exportsOf } from "./late-modules.mjs";
import { beside } from "./plugins.mjs";

/** The module that loads files beside the first bundle: it must be there. */
const loader = "toolgen:beside";

/**
 * Writes bundles into a folder, by their names. Each takes from those that it `reads` what they have of its modules,
 * and these export it. `from` returns the expression by which a bundle loads another. Returns esbuild's metadata of
 * each.
 */
export async function writeSharedBundles(folder, { entries, plugins, from }) {
  const parts = new Map();
  const written = [];
  for (const [file, { entry, contents = `export * from "./${entry}";`, reads = [], isRead = false, banner }] of Object.entries(entries)) {
    const sources = reads.map((other) => ({ load: checked(from(file, other), parts.get(other)), parts: parts.get(other) }));
    const own = [takenFrom(sources), ...plugins, beside];
    const used = isRead ? await usedExports(contents, own) : [];
    if (reads.length === 0) used.push([loader, { used: ["load"], others: [] }]);
    parts.set(file, new Map(used));
    const again = used.map(([name], i) => `export * as c${i} from "toolgen:used/${name}";`);
    const mark = isRead ? [`export const parts = "${markOf(parts.get(file))}";`] : [];
    const options = { contents: [contents, ...again, ...mark].join("\n"), plugins: [usedOf(parts.get(file)), ...own], requiresOnce: true };
    written.push([file, await writeBundle(join(folder, file), { ...options, ...(banner !== undefined && { banner }) })]);
  }
  return Object.fromEntries(written);
}

/** Identifies which parts a bundle exports, and in which places. */
const markOf = (parts) =>
  createHash("sha256")
    .update(JSON.stringify([...parts]))
    .digest("base64url")
    .slice(0, 8);

/**
 * Throws when another file than the one that was bundled with it is loaded, or a part of that one: a place has another
 * module there. The mark is set by the last statement of a file.
 */
const checked = (load, parts) =>
  `((file) => { if (file?.parts !== "${markOf(parts)}") throw new Error("a file of another build"); return file; })(${load})`;

/**
 * The exports of modules that are in a bundle and those that aren't, by module. esbuild prints the name of each module
 * before what is left of it.
 */
async function usedExports(contents, plugins) {
  const options = { stdin: { contents, resolveDir: root }, minify: false, write: false, plugins: [...plugins, beside, withoutEffects] };
  const { outputFiles } = await build({ ...common, ...options });
  const [, ...sections] = outputFiles[0].text.split(/^\/\/ (src\/\S+\.ts)$/m);
  const declared = new Map();
  for (let i = 0; i < sections.length; i += 2)
    declared.set(
      sections[i],
      new Set([...sections[i + 1].matchAll(/^(?:async )?(?:function\*?|var|let|const|class) ([\w$]+)/gm)].map(([, name]) => name)),
    );
  const exported = await exportsOf([...declared.keys()]);
  const [alone, complete] = await Promise.all(
    [contents, [contents, ...[...declared.keys()].map((name, i) => `export * as all${i} from "./${name}";`)].join("\n")].map((text) =>
      bytesOf(text, plugins),
    ),
  );
  const isWhole = (name) => complete.get(name) <= alone.get(name) * 1.1;
  return [...declared].flatMap(([name, names]) => {
    const all = exported.get(join(root, name)) ?? [];
    if (isWhole(name)) return [[name, { used: all, others: [] }]];
    // A name that two modules declare has a number behind it.
    const used = all.filter((one) => [...names].some((other) => other.replace(/\d+$/, "") === one.replace(/\d+$/, "")));
    return used.length === 0 ? [] : [[name, { used, others: all.filter((one) => !used.includes(one)) }]];
  });
}

/** The bytes of the modules in a bundle, by name. */
async function bytesOf(contents, plugins) {
  const options = { stdin: { contents, resolveDir: root }, metafile: true, write: false, plugins: [...plugins, beside, withoutEffects] };
  const { metafile } = await build({ ...common, ...options });
  const [{ inputs }] = Object.values(metafile.outputs);
  return new Map(Object.entries(inputs).map(([name, { bytesInOutput }]) => [name, bytesInOutput]));
}

const exportsFrom = (names, path) => (names.length === 0 ? "" : `export { ${names.join(", ")} } from ${JSON.stringify(path)};\n`);

/** `toolgen:used/NAME` is the part of a module that a bundle has. */
const usedOf = (parts) => ({
  name: "used-of",
  setup({ onResolve, onLoad }) {
    const namespace = "toolgen-used";
    onResolve({ filter: /^toolgen:used\// }, ({ path }) => ({ path: path.slice("toolgen:used/".length), namespace }));
    onLoad({ filter: /./, namespace }, ({ path }) => ({
      contents: exportsFrom(parts.get(path).used, path === loader ? path : `toolgen:whole/${path}`),
      resolveDir: root,
    }));
  },
});

/** Takes parts of modules from other bundles, each from the first that has it, and the rest from the modules. */
const takenFrom = (sources) => ({
  name: "taken-from",
  setup({ onResolve, onLoad }) {
    const [taken, first] = ["toolgen-taken", "toolgen-first"];
    const names = new Set(sources.flatMap(({ parts }) => [...parts.keys()]));
    const pathIn = (prefix, path) => path.slice(prefix.length);
    const found = (name) => (names.has(name) ? { path: name, namespace: taken, sideEffects: false } : undefined);
    onResolve({ filter: /^\..*\.(?:js|ts)$/ }, ({ path, resolveDir }) =>
      found(relative(root, resolve(resolveDir, path.replace(/\.js$/, ".ts"))).replaceAll("\\", "/")),
    );
    onResolve({ filter: /^toolgen:beside$/ }, () => found(loader));
    onResolve({ filter: /^toolgen:first\// }, ({ path }) => ({
      path: pathIn("toolgen:first/", path),
      namespace: first,
      sideEffects: false,
    }));
    onResolve({ filter: /^toolgen:whole\// }, ({ path }) => ({ path: join(root, pathIn("toolgen:whole/", path)), sideEffects: false }));
    onLoad({ filter: /./, namespace: taken }, ({ path }) => ({ contents: contentsOf(path, sources), resolveDir: root }));
    onLoad({ filter: /./, namespace: first }, ({ path }) => {
      const names = [...sources[Number(path[0])].parts.keys()];
      return { contents: `module.exports = require("toolgen:source/${path[0]}").c${names.indexOf(path.slice(2))};` };
    });
    onResolve({ filter: /^toolgen:source\// }, ({ path }) => ({ path: path.slice("toolgen:source/".length), namespace: "toolgen-source" }));
    onLoad({ filter: /./, namespace: "toolgen-source" }, ({ path }) => ({ contents: `module.exports = ${sources[Number(path)].load};` }));
  },
});

function contentsOf(name, sources) {
  const known = sources.flatMap(({ parts }, i) => (parts.has(name) ? [{ i, ...parts.get(name) }] : []));
  const rest = known.at(-1).others;
  const given = new Set();
  const texts = known.map(({ i, used }) => {
    const added = used.filter((one) => !given.has(one));
    for (const one of added) given.add(one);
    return exportsFrom(added, `toolgen:first/${i}/${name}`);
  });
  return (
    texts.join("") +
    exportsFrom(
      rest.filter((one) => !given.has(one)),
      `toolgen:whole/${name}`,
    )
  );
}
