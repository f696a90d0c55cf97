// The guard of shell commands, and its parser.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { isRare, usualParser } from "../usual-parser.mjs";
import { beside, common, generated, requireOnce, root } from "./bundle.mjs";
import { licences } from "./licences.mjs";

/**
 * Guards shell commands, and contains their parser. Loaded only for commands with a pipeline: `guard.cjs` has the part
 * of the parser that usual commands need, `guard-rare.cjs` has all of it.
 */
export async function writeGuard(folder) {
  const rare = join(folder, "guard-rare.cjs");
  const entry = "src/runtime/shell-guard/guard-call.ts";
  const { metafile } = await build({ ...common, entryPoints: [entry], outfile: rare, banner: { js: generated }, metafile: true });
  await writeFile(join(folder, "guard-licences.txt"), await licences("guard.cjs or guard-rare.cjs", metafile));
  const usual = join(folder, "guard.cjs");
  // Nothing has been done for a command while it is read, so it can be read again.
  const contents = `import { guardCall as guardUsual } from "./${entry}";
    export function guardCall(...values) {
      try {
        return guardUsual(...values);
      } catch (error) {
        if (error !== ${JSON.stringify(isRare)}) throw error;
        return require("./guard-rare.cjs").guardCall(...values);
      }
    }`;
  const plugins = [await usualParser(common), beside];
  await build({ ...common, stdin: { contents, resolveDir: root }, outfile: usual, banner: { js: generated }, plugins });
  for (const file of [rare, usual]) await writeFile(file, requireOnce(await readFile(file, "utf8")));
}
