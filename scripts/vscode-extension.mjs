// node scripts/vscode-extension.mjs FILE.vsix: packs editors/vscode with its one dependency bundled. The packager and
// that dependency are those of test/clients/vscode, which `npm run test:clients` installs.

import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { execaSync } from "execa";
import { licences, writeBundle } from "./assets/bundle.mjs";
import { root } from "./run.mjs";

const source = join(root, "editors/vscode");
const tools = join(root, "test/clients/vscode/node_modules");
const [out] = process.argv.slice(2);
if (out === undefined) throw new Error("Name the file to write: node scripts/vscode-extension.mjs toolgen.vsix");

const folder = await mkdtemp(join(tmpdir(), "toolgen-vsix-"));
try {
  await mkdir(folder, { recursive: true });
  for (const name of ["package.json", "README.md"]) await copyFile(join(source, name), join(folder, name));
  await copyFile(join(root, "LICENSE"), join(folder, "LICENSE"));
  const bundle = { entry: join(source, "extension.js"), banner: "", nodePaths: [tools], external: ["vscode"] };
  const metafile = await writeBundle(join(folder, "extension.js"), bundle);
  await writeFile(join(folder, "LICENCES.txt"), await licences("extension.js", metafile));
  const vsce = join(tools, "@vscode/vsce/vsce");
  execaSync(process.execPath, [vsce, "package", "--no-dependencies", "--allow-missing-repository", "--out", resolve(out)], {
    cwd: folder,
    stdio: "inherit",
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}
