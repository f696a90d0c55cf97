import { resolveLinks, type Walk } from "./resolve-links.js";
import { isWithin } from "./root-of.js";

/**
 * Returns the current target of a path, unless that is outside of its bound: another program may have put a link there
 * since the check.
 */
export function recheckPath(path: string, folder: string | undefined): Walk {
  const walked = resolveLinks(path);
  if (folder === undefined || !walked.ok) return walked;
  const bound = resolveLinks(folder);
  return bound.ok && isWithin(walked.real, bound.real) ? walked : { ok: false, reason: `it no longer leads into ${folder}` };
}
