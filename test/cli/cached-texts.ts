import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The files of a project's cache, in which builds keep things for the next. */
export function cacheFiles(folder: string): readonly string[] {
  const entries = readdirSync(join(folder, ".toolgen/cache"), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** All that a project's cache holds under a name: `checked`, `printed` or `parts`. */
export function cachedTexts(folder: string, name: string): string {
  const files = cacheFiles(folder).filter((path) => path.startsWith(join(folder, ".toolgen/cache", name)));
  return files.map((path) => readFileSync(path, "utf8")).join("");
}
