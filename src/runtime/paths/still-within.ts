import { isWithin } from "./bounds.js";
import { type Walk, walk } from "./walk.js";

/** Where a path leads now, unless that is outside of what bounds it: another program may have put a link there since it was checked. */
export function stillWithin(path: string, folder: string | undefined): Walk {
  const walked = walk(path);
  if (folder === undefined || !walked.ok) return walked;
  const bound = walk(folder);
  return bound.ok && isWithin(walked.real, bound.real) ? walked : { ok: false, reason: `it no longer leads into ${folder}` };
}
