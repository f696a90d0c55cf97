import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packText, unpackText } from "../../src/cache/pack-text.js";

/** The files of a project's cache, in which builds keep things for the next. */
export function cacheFiles(folder: string): readonly string[] {
  const entries = readdirSync(join(folder, ".toolgen/cache"), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** All that a project's cache holds under a name: `checked`, `printed` or `parts`. */
export function cachedTexts(folder: string, name: string): string {
  const files = cacheFiles(folder).filter((path) => path.startsWith(join(folder, ".toolgen/cache", name)));
  return files.map((path) => changePacked(readFileSync(path, "utf8"), (text) => text)).join("");
}

/** Replaces a text in a file of a cache by another, also in the parts that are packed. */
export function forgeCache(path: string, from: string, to: string): void {
  const forged = changePacked(readFileSync(path, "utf8"), (text) => packText(text.replaceAll(from, to)));
  writeFileSync(path, forged.replaceAll(from, to));
}

/** Replaces the packed texts in the text of a file, each by what a function makes of it unpacked. */
function changePacked(cached: string, change: (text: string) => string): string {
  return cached.replace(/[A-Za-z0-9+/]{40,}={0,2}/g, (found) => {
    const text = unpacked(found);
    return text === undefined ? found : change(text);
  });
}

function unpacked(found: string): string | undefined {
  try {
    return unpackText(found);
  } catch {
    // Another long word, such as a hash.
    return undefined;
  }
}
