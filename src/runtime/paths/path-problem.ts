import { statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { hasLoneSurrogate } from "../command/build-text.js";
import type { PathRule } from "../contract/definition.js";
import type { PathReason } from "../contract/problem.js";
import type { Protection } from "./protection.js";
import { resolveLinks, type Walk } from "./resolve-links.js";
import { isWithin, type Root } from "./root-of.js";

/** The longest path that Linux accepts, in bytes with its terminating NUL. */
const tooLongBytes = 4096;

/** The data that a path is checked against. `realRoot` is the root with its own links followed. */
export interface Standard {
  readonly rule: Pick<PathRule, "access" | "type" | "mustExist">;
  readonly root: Root;
  readonly realRoot: Walk;
  readonly protectedAs: Protection;
}

/** Returns why a path is refused; `undefined` if it is allowed. */
export function pathProblem(value: string, { rule, root, realRoot, protectedAs }: Standard): PathReason | undefined {
  if (value === "") return { code: "empty" };
  if (value.includes("\0") || hasLoneSurrogate(value)) return { code: "bad-character" };
  if (Buffer.byteLength(value) >= tooLongBytes) return { code: "too-long" };
  if (!realRoot.ok) return { code: "unusable-root", root: named(root), reason: realRoot.reason };

  const written = isAbsolute(value) ? value : `${root.dir}/${value}`;
  // Some programs resolve `..` lexically and some follow links first: the path must be allowed in both ways.
  const readings = value.includes("..") ? [written, resolve(written)] : [written];
  const writes = rule.access !== "read";
  for (const reading of readings) {
    const target = resolveLinks(reading);
    if (!target.ok) return { code: "unusable", reason: target.reason };
    if (target.throughProc && (root.bounded || writes)) return { code: "through-proc" };
    if (root.bounded && !isWithin(target.real, realRoot.real)) return { code: "outside", real: target.real, root: named(root) };
    const kept = writes ? protectedAs(target) : undefined;
    if (kept !== undefined) return { code: "protected", as: kept };
    const wrong = wrongType(target.real, rule);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

const named = ({ name, dir }: Root) => ({ name, dir });

function wrongType(real: string, { type, mustExist }: Pick<PathRule, "type" | "mustExist">): PathReason | undefined {
  const found = stat(real);
  if (found === undefined) return mustExist ? { code: "missing" } : undefined;
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
