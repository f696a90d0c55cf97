import { statSync } from "node:fs";
import { dirname, isAbsolute, resolve } from "node:path";
import { hasLoneSurrogate } from "../command/build-text.js";
import type { PathRule } from "../contract/definition.js";
import type { PathReason } from "../contract/problem.js";
import { foreignNotation, missingReason } from "./foreign-notation.late.js";
import type { Protection } from "./protection.js";
import { resolveLinks, type Walk } from "./resolve-links.js";
import { isWithin, type Root } from "./root-of.js";

/** The longest path that Linux accepts, in bytes with its terminating NUL. */
const tooLongBytes = 4096;

/** The signs of a path that isn't one of this system. Most paths have none. */
const mayBeForeign = (value: string) => /^(?:[~$%<"'`[!]|[A-Za-z][\w+.-]*:[\\/])/.test(value) || /[\\<]/.test(value);

/** The requirements for a path. `realRoot` is the root with its own links followed. */
export interface PathRequirements {
  readonly rule: Pick<PathRule, "access" | "type" | "mustExist">;
  readonly root: Root;
  readonly realRoot: Walk;
  readonly protectedAs: Protection;
}

/** The result for one path. An allowed one comes with the number of links on the way to its target. */
export type PathCheck = { readonly ok: true; readonly links: number } | { readonly ok: false; readonly reason: PathReason };

/** Checks a path against its rule and its root, links followed. `recheckPath` looks again before a path is used. */
export function checkPath(value: string, { rule, root, realRoot, protectedAs }: PathRequirements): PathCheck {
  if (value === "") return refused({ code: "empty" });
  if (value.includes("\0") || hasLoneSurrogate(value)) return refused({ code: "bad-character" });
  if (Buffer.byteLength(value) >= tooLongBytes) return refused({ code: "too-long" });
  if (!realRoot.ok) return refused({ code: "unusable-root", root: named(root), reason: realRoot.reason });

  const written = isAbsolute(value) ? value : `${root.dir}/${value}`;
  const foreign = mayBeForeign(value) ? foreignNotation(value, written) : undefined;
  if (foreign !== undefined) return refused(foreign);
  // Some programs resolve `..` lexically and some follow links first: the path must be allowed in both ways.
  const readings = value.includes("..") ? [written, resolve(written)] : [written];
  const writes = rule.access !== "read";
  let links = 0;
  for (const reading of readings) {
    const target = resolveLinks(reading);
    if (!target.ok) return refused({ code: "unusable", reason: target.reason });
    if (target.throughProc && (root.bounded || writes)) return refused({ code: "through-proc" });
    if (root.bounded && !isWithin(target.real, realRoot.real)) return refused({ code: "outside", real: target.real, root: named(root) });
    const protection = writes ? protectedAs(target) : undefined;
    if (protection !== undefined) return refused({ code: "protected", as: protection });
    const wrong = wrongType(target.real, rule);
    if (wrong !== undefined) return refused(wrong);
    links = Math.max(links, target.links);
  }
  return { ok: true, links };
}

const refused = (reason: PathReason) => ({ ok: false, reason }) as const;

const named = ({ name, dir }: Root) => ({ name, dir });

function wrongType(real: string, { type, mustExist }: Pick<PathRule, "type" | "mustExist">): PathReason | undefined {
  const found = stat(real);
  // Most calls that write make a file in a folder that exists.
  if (found === undefined) return !mustExist && stat(dirname(real))?.isDirectory() ? undefined : missingReason(real, { mustExist });
  if (type === "file" && !found.isFile()) return { code: found.isDirectory() ? "directory" : "not-a-file" };
  return type === "directory" && !found.isDirectory() ? { code: "not-a-directory" } : undefined;
}

function stat(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // Below a file, or unreadable: the program can't open it either.
    return undefined;
  }
}
