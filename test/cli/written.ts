import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

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
