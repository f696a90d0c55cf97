import { existsSync, realpathSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { ToolError } from "toolgen/runtime";
import { baseOfGlob } from "../packages/picomatch.js";

/**
 * A glob relative to a folder, absolute or not; empty for the folder itself. One that leads out is refused with what to
 * write.
 */
export function belowFolder(glob: string, folder: string): string {
  const inside = insideFolder(glob, folder);
  if (inside !== undefined) return inside;
  throw new ToolError(`The glob '${glob}' leads out of ${folder}: write one that counts from that folder, or give another folder.`);
}

/** The same; `undefined` for one that leads out. */
export function insideFolder(glob: string, folder: string): string | undefined {
  const ways = isAbsolute(glob) ? fromTop(glob, folder) : [glob.replace(/^(?:\.\/+)+/, "")];
  return ways.find((way) => !way.split("/").includes(".."));
}

/**
 * By its letters, behind links that lead to the folder, and as ignore files have it: `/src` is what lies directly in
 * the folder, where there is such a thing.
 */
function fromTop(glob: string, folder: string): readonly string[] {
  const base = baseOfGlob(glob);
  return [
    relative(folder, glob),
    relative(realOrSame(folder), realOrSame(base) + glob.slice(base.length)),
    ...(existsSync(join(folder, base)) ? [glob.replace(/^\/+/, "")] : []),
  ];
}

function realOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
