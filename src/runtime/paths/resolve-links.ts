import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, sep } from "node:path";

/**
 * The target of a path after every symbolic link is followed, including dangling links and paths that don't exist yet.
 */
export type Walk =
  | {
      readonly ok: true;
      /** The real path. */
      readonly real: string;
      /** Every path on the way, links before they were followed included. */
      readonly visited: readonly string[];
      /** How many symbolic links were followed. */
      readonly links: number;
      /** True if a link of `/proc` was followed. Such links have another target in every process. */
      readonly throughProc: boolean;
    }
  | { readonly ok: false; readonly reason: string };

/** The limit of Linux. */
const mostLinks = 40;

/**
 * Resolves an absolute path as the system does: `..` after links and not before. Missing parts are resolved lexically.
 */
export function resolveLinks(path: string): Walk {
  return plainWalk(path) ?? walk(path);
}

/**
 * Most paths have no links, and then the system gives their names back: one call of it instead of one for each folder.
 * Returns `undefined` for all others, and for paths that don't exist.
 */
function plainWalk(path: string): Walk | undefined {
  try {
    if (!path.startsWith("/") || realpathSync.native(path) !== path) return undefined;
  } catch {
    return undefined;
  }
  const steps = stepsOf(path);
  const visited = steps.map((_, at) => `${sep}${steps.slice(0, at + 1).join(sep)}`);
  return { ok: true, real: path, visited, links: 0, throughProc: false };
}

function walk(path: string): Walk {
  const steps = stepsOf(path).reverse();
  const visited: string[] = [];
  let here: string = sep;
  let links = 0;
  let throughProc = false;
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if (step === "..") {
      here = dirname(here);
      continue;
    }
    const next = here === sep ? `${sep}${step}` : `${here}${sep}${step}`;
    visited.push(next);
    const target = linkTarget(next);
    if (typeof target === "object") return { ok: false, reason: target.reason };
    if (target === undefined) {
      here = next;
      continue;
    }
    links++;
    if (links > mostLinks) return { ok: false, reason: "it is a loop of symbolic links" };
    throughProc ||= next.startsWith("/proc/");
    if (isAbsolute(target)) here = sep;
    for (const part of stepsOf(target).reverse()) steps.push(part);
  }
  return { ok: true, real: here, visited, links, throughProc };
}

const stepsOf = (path: string) => path.split("/").filter((step) => step !== "" && step !== ".");

/** Returns the target of a symbolic link; `undefined` for any other file, and for a missing one. */
function linkTarget(path: string): string | undefined | { readonly reason: string } {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true ? readlinkSync(path) : undefined;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "an error";
    if (code === "ENOTDIR" || code === "ENOENT") return undefined;
    if (code === "ENAMETOOLONG") return { reason: "it is too long for a path" };
    return { reason: `it can't be read (${code})` };
  }
}
