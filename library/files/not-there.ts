import { readdirSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { ToolError } from "toolgen/runtime";

interface Wanted {
  readonly cwd: string;
  readonly kind: "file" | "folder";
}

/** Throws the advice for a path at which nothing is: the name beside it that is most like it, where there is one. */
export function notThere(path: string, { cwd, kind }: Wanted): never {
  const full = resolve(cwd, path);
  const meant = mostLike(basename(full), siblings(dirname(full)));
  const advice =
    meant === undefined ? "List the folder above it, or find it with glob." : `Did you mean ${relative(cwd, join(dirname(full), meant))}?`;
  throw new ToolError(`There is no ${kind} '${path}'. ${advice}`);
}

function siblings(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name !== ".git");
  } catch {
    return [];
  }
}

/** The name that the fewest changes of characters lead to, if a third of the characters is enough. */
function mostLike(name: string, others: readonly string[]): string | undefined {
  const [best] = others
    .map((other) => ({ other, distance: distance(name.toLowerCase(), other.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= Math.max(1, name.length / 3) ? best.other : undefined;
}

/** Levenshtein's, row by row. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, char] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++)
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (b[j] === char ? 0 : 1)));
    row = next;
  }
  return row[b.length] ?? 0;
}
