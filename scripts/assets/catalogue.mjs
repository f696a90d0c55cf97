// The page of the catalogue.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "./bundle.mjs";
import { licences } from "./licences.mjs";

/** The scripts and the style of the catalogue's page, which are inline there. Only that of `toolgen dev` has Preact. */
export async function writeCatalogue(folder) {
  const browser = {
    absWorkingDir: root,
    bundle: true,
    minify: true,
    legalComments: "none",
    logLevel: "warning",
    target: "es2022",
    format: "iife",
    jsx: "automatic",
    jsxImportSource: "preact",
    metafile: true,
  };
  const write = (name, entry, options = {}) =>
    build({ ...browser, entryPoints: [`src/page/${entry}`], outfile: join(folder, name), ...options });
  await write("catalogue.css", "catalogue.css", { target: "esnext" });
  await write("catalogue.js", "page-main.ts");
  const { metafile } = await write("catalogue-dev.js", "dev/dev-main.ts");
  await writeFile(join(folder, "catalogue-dev-licences.txt"), await licences("catalogue-dev.js", metafile));
}
