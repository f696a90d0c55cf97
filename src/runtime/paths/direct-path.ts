import { basename, dirname, isAbsolute, join, relative } from "node:path";
import type { Standard } from "./path-problem.js";
import { resolveLinks } from "./resolve-links.js";
import { isWithin } from "./root-of.js";

/**
 * A path without the links and `..` on the way to its last name: who changes one of these links after the check changes nothing any more. A link that is the
 * last name stays, for some programs work on the link itself. Without any of it, or where nothing bounds it, it is the path as it came.
 */
export function directPath(value: string, { root, realRoot }: Pick<Standard, "root" | "realRoot">): string {
  if (!realRoot.ok || !root.bounded) return value;
  const written = isAbsolute(value) ? value : `${root.dir}/${value}`;
  // A `/` at the end means what a link leads to, not the link.
  const tail = tailOf(value);
  const whole = tail !== "" || /(?:^|\/)\.{1,2}$/.test(value);
  const way = resolveLinks(whole ? written : dirname(written));
  // The links of the root itself are not the value's.
  const own = isWithin(written, root.dir) ? realRoot.links : 0;
  if (!way.ok || (way.links <= own && !hasStepUp(value))) return value;

  const real = whole ? way.real : join(way.real, basename(written));
  if (isAbsolute(value)) return withTail(real, tail);
  return withTail(relative(realRoot.real, real) || ".", tail);
}

const hasStepUp = (value: string) => /(?:^|\/)\.\.(?:\/|$)/.test(value);

/** `/` or `/.` at the end of a path, without the slashes behind it. */
function tailOf(path: string): "" | "/" | "/." {
  let end = path.length;
  while (path[end - 1] === "/") end--;
  if (path.slice(0, end).endsWith("/.")) return "/.";
  return end < path.length ? "/" : "";
}

const withTail = (path: string, tail: string) => (path.endsWith("/") ? path : path + tail);
