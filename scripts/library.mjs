// Writes the content that comes with toolgen to dist/assets/library: the specs of tools, their handlers bundled like a
// project's own, and fragments.

import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { parse } from "yaml";
import { common, generated } from "./assets/bundle.mjs";
import { exchangeBesideCalls, guardIfUsed } from "./assets/plugins.mjs";
import { root } from "./run.mjs";

/**
 * Writes `NAME.yaml` for each tool, and `NAME.cjs` for its handler if it has one, both named after the tool; the
 * fragments into `fragments/`, and the specs of pi's own tools into `pi/`. Returns esbuild's metadata of the
 * handlers, by the names of their assets.
 */
export async function writeLibrary(folder) {
  await mkdir(folder, { recursive: true });
  await cp(join(root, "library/fragments"), join(folder, "fragments"), { recursive: true });
  await cp(join(root, "library/pi"), join(folder, "pi"), { recursive: true });
  const specs = (await readdir(join(root, "library"))).filter((name) => name.endsWith(".yaml"));
  const written = specs.map(async (spec) => writeTool(await readFile(join(root, "library", spec), "utf8"), folder));
  return Object.assign({}, ...(await Promise.all(written)));
}

async function writeTool(text, folder) {
  const { name, handler, secrets, output } = parse(text);
  await writeFile(join(folder, `${name}.yaml`), text);
  if (handler === undefined) return {};
  const [file, exportName] = handler.split("#");
  const settings = { secrets: Object.keys(secrets ?? {}), format: (typeof output === "string" ? output : output?.format) ?? "mcp" };
  return { [`library/${name}.cjs`]: await writeBundle({ file, exportName, settings }, join(folder, `${name}.cjs`)) };
}

async function writeBundle({ file, exportName, settings }, outfile) {
  const contents = [
    `import { runHandler } from "toolgen/runtime";`,
    `import { ${exportName} as handler } from ${JSON.stringify(`./library/${file}`)};`,
    `runHandler(handler, ${JSON.stringify(settings)});`,
  ].join("\n");
  const { outputFiles, metafile } = await build({
    ...common,
    stdin: { contents, resolveDir: root },
    outfile,
    alias: { "toolgen/runtime": join(root, "src/call/handler/handler-main.ts") },
    plugins: [exchangeBesideCalls, guardIfUsed],
    banner: { js: generated },
    metafile: true,
    write: false,
  });
  await writeFile(outfile, outputFiles[0].text);
  return metafile;
}
