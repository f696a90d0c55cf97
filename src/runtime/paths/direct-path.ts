import { basename, dirname, isAbsolute, join, relative } from "node:path";
import type { PathRequirements } from "./check-path.js";
import { resolveLinks } from "./resolve-links.js";
import { isWithin } from "./root-of.js";

/**
 * Returns a path without the links and `..` before its last name, so that changing one of these links after the check
 * has no effect. A link that is the last name stays, because some programs work on the link itself. A path without any
 * of these, or without a bound, is returned unchanged.
 */
export function directPath(value: string, { root, realRoot }: Pick<PathRequirements, "root" | "realRoot">): string {
  if (!realRoot.ok || !root.bounded) return value;
  const written = isAbsolute(value) ? value : `${root.dir}/${value}`;
  // A trailing `/` means the target of a link, not the link.
  const tail = tailOf(value);
  const whole = tail !== "" || /(?:^|\/)\.{1,2}$/.test(value);
  const way = resolveLinks(whole ? written : dirname(written));
  // Links in the root itself aren't part of the value.
  const own = isWithin(written, root.dir) ? realRoot.links : 0;
  if (!way.ok || (way.links <= own && !hasStepUp(value))) return value;

  const real = whole ? way.real : join(way.real, basename(written));
  if (isAbsolute(value)) return withTail(real, tail);
  return withTail(relative(realRoot.real, real) || ".", tail);
}

const hasStepUp = (value: string) => /(?:^|\/)\.\.(?:\/|$)/.test(value);

/** `/` or `/.` at the end of a path, without further slashes. */
function tailOf(path: string): "" | "/" | "/." {
  let end = path.length;
  while (path[end - 1] === "/") end--;
  if (path.slice(0, end).endsWith("/.")) return "/.";
  return end < path.length ? "/" : "";
}

const withTail = (path: string, tail: string) => (path.endsWith("/") ? path : path + tail);
