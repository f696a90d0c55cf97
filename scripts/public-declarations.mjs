// Removes the declarations that no user's program can reach: the package exports two modules, and the compiler declares
// each of its own.

import { existsSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Removes each declaration below a folder except those of these modules, and of what their declarations import. */
export async function keepPublicDeclarations(folder, modules) {
  const kept = new Set();
  const pending = modules.map((name) => join(folder, name));
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (kept.has(file)) continue;
    kept.add(file);
    pending.push(...importedBy(file, await readFile(file, "utf8")));
  }
  const all = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".d.ts")).map((name) => join(folder, name));
  await Promise.all(all.filter((file) => !kept.has(file)).map((file) => rm(file)));
}

/** The declarations that one imports by a relative path, in any form: `from "…"`, `import "…"`, `import("…")`. */
function importedBy(file, text) {
  const specifiers = [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)"(\.[^"]+)"/g)].map((found) => found[1]);
  return specifiers.map((path) => join(dirname(file), path.replace(/\.js$/, ".d.ts"))).filter((path) => existsSync(path));
}
