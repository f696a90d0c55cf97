import { lstatSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { PathRule, ProjectPaths } from "../../contract/definition.js";
import { foldName, isGitFolder } from "../../contract/names.js";
import type { PathReason } from "../../contract/problem.js";
import { hasLoneSurrogate } from "../build-text.js";
import { isWithin, type Root, resolveLinks, type Walk } from "../paths.js";
import { foreignNotation, missingReason } from "./path-notation.late.js";

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
type PathCheck = { readonly ok: true; readonly links: number } | { readonly ok: false; readonly reason: PathReason };

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

/** Returns why a path must not be written, to follow "it is"; `undefined` if it may be. */
type Protection = (target: Walk & { readonly ok: true }) => string | undefined;

/**
 * Returns the paths that no tool may write, whatever its root. Every folder on the way counts, so neither a link to a
 * protected folder nor a protected folder that is itself a link gives access. A path that only passes through one is
 * refused too.
 */
export function protection({ projectDir, project }: { readonly projectDir: string; readonly project: ProjectPaths }): Protection {
  const bases = withRealPath(projectDir);
  const output = bases.flatMap((base) => withRealPath(resolve(base, project.output))).map(foldName);
  const folded = bases.map(foldName);
  const patterns = project.specPatterns.map((source) => new RegExp(source, "i"));
  return (target) => {
    const paths = [...new Set([...target.visited, target.real])].map(foldName);
    if (paths.some((path) => path.split("/").some(isGitFolder))) return "in a .git folder";
    if (isInGitDirectory([...target.visited, target.real])) return "part of a Git directory";
    if (output.some((folder) => paths.some((path) => isWithin(path, folder)))) return "in the folder of generated files";
    const relative = folded.flatMap((base) =>
      paths.filter((path) => isWithin(path, base)).map((path) => path.slice(base.length).replace(/^\//, "")),
    );
    if (relative.includes("toolgen.yaml")) return "the project's toolgen.yaml";
    if (relative.some((path) => isWithin(path, memory))) return "in the folder that records what builds have written";
    return relative.some((path) => patterns.some((pattern) => pattern.test(path))) ? "a tool spec" : undefined;
  };
}

/** Its partial outputs are copied into later builds unchanged. */
const memory = ".toolgen";

/** A folder as it is written and, if that contains links, its real path. */
function withRealPath(dir: string): readonly string[] {
  const walked = resolveLinks(dir);
  return walked.ok && walked.real !== dir ? [dir, walked.real] : [dir];
}

/**
 * Returns true if a file with these parent folders would be in a Git directory or create one: `HEAD` beside `objects`
 * and `refs`, or beside `commondir` (gitrepository-layout(5)). Git treats such a folder as a repository wherever it is,
 * and runs the programs that its `config` names.
 */
function isInGitDirectory(visited: readonly string[]): boolean {
  return visited.some((path) => {
    const folder = dirname(path);
    const name = basename(path).toLowerCase();
    const has = (part: string) => name === part.toLowerCase() || exists(join(folder, part));
    return has("HEAD") && (has("commondir") || (has("objects") && has("refs")));
  });
}

/** Also true for a dangling link: Git reads the text of such a `HEAD`. */
function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
