import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packText, unpackText } from "../../src/compiler/check-cache.js";

/** All that is below a folder, by path: what it holds, and what the file system says of when it was written and changed. */
export type Written = ReadonlyMap<string, string>;

/** Looks at every file and folder below this one. What is written again with what it held, or for a moment only, shows too. */
export function lookAtAll(folder: string): Written {
  const names = [".", ...readdirSync(folder, { recursive: true, encoding: "utf8" })];
  return new Map(names.map((name) => [name, lookAt(join(folder, name))]));
}

function lookAt(path: string): string {
  const stat = statSync(path, { bigint: true });
  const held = stat.isFile() ? createHash("sha256").update(readFileSync(path)).digest("base64") : readdirSync(path).join("\0");
  return [stat.ino, stat.mode, stat.size, stat.mtimeNs, stat.ctimeNs, held].join(" ");
}

/** The paths that are not as they were, or that came or went. */
export function differing(before: Written, now: Written): readonly string[] {
  return [...new Set([...before.keys(), ...now.keys()])].filter((path) => before.get(path) !== now.get(path)).toSorted();
}

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
