// The extension for pi.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { common, generated } from "./bundle.mjs";
import { licences } from "./licences.mjs";
import { besideServer, loadBeside } from "./load-beside.mjs";

export async function writePiExtension(folder) {
  const { metafile } = await build({
    ...common,
    entryPoints: ["src/pi/pi-main.ts"],
    outfile: join(folder, "pi-extension.cjs"),
    plugins: [loadBeside(besideServer)],
    banner: { js: generated },
    metafile: true,
  });
  await writeFile(join(folder, "pi-licences.txt"), await licences("runtime.cjs", metafile));
}
