import { statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { hasLoneSurrogate } from "../command/build-text.js";
import type { PathRule } from "../contract/definition.js";
import { formatValue } from "../json/format-value.late.js";
import { isWithin, type Root } from "./bounds.js";
import type { Protection } from "./protection.js";
import { resolveLinks, type Walk } from "./resolve-links.js";

/** The longest path that Linux takes, in bytes with its terminating NUL. */
const tooLongBytes = 4096;

/** What a value is judged by. `realRoot` is the root with its own links followed. */
export interface Standard {
  readonly rule: Pick<PathRule, "access" | "type" | "mustExist">;
  readonly root: Root;
  readonly realRoot: Walk;
  readonly protectedAs: Protection;
}

/** Why a path is refused, to be read after it; `undefined` if it is in order. */
export function pathProblem(value: string, { rule, root, realRoot, protectedAs }: Standard): string | undefined {
  if (value === "") return "is empty: give a path, or leave the parameter out";
  if (value.includes("\0") || hasLoneSurrogate(value)) return "holds a character that no path can hold";
  if (Buffer.byteLength(value) >= tooLongBytes) return "is too long for a path";
  if (!realRoot.ok) return `can't be checked: of its root \`${root.name}\` (${root.dir}), ${realRoot.reason}`;

  const written = isAbsolute(value) ? value : `${root.dir}/${value}`;
  // Some programs take `..` by its letters and some follow links first: the path must be in order for both.
  const readings = value.includes("..") ? [written, resolve(written)] : [written];
  const writes = rule.access !== "read";
  for (const reading of readings) {
    const target = resolveLinks(reading);
    if (!target.ok) return `can't be used: ${target.reason}`;
    if (target.throughProc && (root.bounded || writes)) return "leads through a link of /proc, which is another place for every process";
    if (root.bounded && !isWithin(target.real, realRoot.real)) return outside(target.real, root);
    const kept = writes ? protectedAs(target) : undefined;
    if (kept !== undefined) return `must not be written: it is ${kept}, which tools leave alone`;
    const wrong = wrongType(target.real, rule);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function outside(real: string, root: Root): string {
  return `leads to ${formatValue(real, 300)}, outside its root \`${root.name}\` (${root.dir}): give a path below that`;
}

function wrongType(real: string, { type, mustExist }: Pick<PathRule, "type" | "mustExist">): string | undefined {
  const found = stat(real);
  if (found === undefined) return mustExist ? "doesn't exist" : undefined;
  if (type === "file" && !found.isFile()) return found.isDirectory() ? "is a directory, but a file is wanted" : "is not a regular file";
  return type === "directory" && !found.isDirectory() ? "is not a directory" : undefined;
}

function stat(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // Below a file, or out of reach: nothing is there for the program either.
    return undefined;
  }
}
