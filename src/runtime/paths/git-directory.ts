import { lstatSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * Returns true if a file with these parent folders would be in a Git directory or create one: `HEAD` beside `objects`
 * and `refs`, or beside `commondir` (gitrepository-layout(5)). Git treats such a folder as a repository wherever it is,
 * and runs the programs that its `config` names.
 */
export function isInGitDirectory(visited: readonly string[]): boolean {
  return visited.some((path) => {
    const folder = dirname(path);
    const name = basename(path).toLowerCase();
    const has = (part: string) => name === part.toLowerCase() || exists(join(folder, part));
    return has("HEAD") && (has("commondir") || (has("objects") && has("refs")));
  });
}

/** Also true for a dangling link: Git reads the text of such a `HEAD`. */
function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
