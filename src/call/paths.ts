import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, normalize, resolve, sep } from "node:path";
import type { ProjectPaths, ToolDefinition } from "../contract/definition.js";
import { foldName } from "../contract/names.js";
import { errorCode } from "../contract/process.js";
import { type TrustedPaths, trustedPaths } from "./paths/trusted-paths.js";

/** The folders that a call's paths are checked against; all absolute. `cwd` is where the program will run. */
export interface PathContext {
  readonly workspace: string;
  readonly projectDir: string;
  readonly cwd: string;
}

/** The folder that a value is relative to, and whether it may leave it. */
export interface Root {
  readonly name: string;
  readonly dir: string;
  readonly bounded: boolean;
}

/** `any` has no bound; relative paths under it are relative to the workspace. */
export function rootOf(name: string, project: ProjectPaths, { workspace, projectDir }: Omit<PathContext, "cwd">): Root {
  const dir = Object.hasOwn(project.roots, name) ? project.roots[name] : undefined;
  if (dir !== undefined) return { name, dir: resolve(projectDir, dir), bounded: true };
  if (name === "workspace") return { name, dir: workspace, bounded: true };
  if (name === "any") return { name, dir: workspace, bounded: false };
  throw new Error(`no such root: ${name}`);
}

/** Returns true if a path is a folder or below it, lexically. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/**
 * Returns the folders on PATH that hold no program of these projects: absolute ones that aren't in a project, by
 * themselves or through links, and not in a `node_modules`, which `npx` and scripts of npm put there for it.
 */
export function foldersOutside(path: string | undefined, projects: readonly string[]): readonly string[] {
  const inside = projects.flatMap(bothPaths);
  const isOutside = (folder: string) =>
    !folder.split("/").includes("node_modules") && inside.every((project) => !isWithin(folder, project));
  return (path ?? "").split(":").filter((folder) => isAbsolute(folder) && bothPaths(folder).every(isOutside));
}

function bothPaths(path: string): readonly string[] {
  const walked = resolveLinks(path);
  return [normalize(path), ...(walked.ok ? [walked.real] : [])];
}

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
    const code = errorCode(error) ?? "an error";
    if (code === "ENOTDIR" || code === "ENOENT") return undefined;
    if (code === "ENAMETOOLONG") return { reason: "it is too long for a path" };
    return { reason: `it can't be read (${code})` };
  }
}

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

/** Returns true if any call of a tool can write a path. */
export const writesPaths = ({ paths }: Pick<ToolDefinition, "paths">): boolean => paths.some(({ access }) => access !== "read");

/** Characters that make a segment a pattern, in the globs of any program. */
const magic = /[*?{}[\]]|^!|[@+!]\(/;

/**
 * Returns the folder that contains everything a glob matches: its segments before the first pattern. A path without a
 * pattern is returned unchanged.
 */
export function globFolder(glob: string): string {
  const segments = glob.split("/");
  const first = segments.findIndex((segment) => magic.test(segment));
  if (first === -1) return glob;
  const folder = segments.slice(0, first).join("/");
  return folder === "" ? (glob.startsWith("/") ? "/" : ".") : folder;
}

/**
 * Returns the most dangerous purpose that a folder of this name, relative to a project, is trusted for; `undefined` if
 * there is none. Names that only look trusted don't count.
 */
export function folderTrust(folder: string): TrustedPaths | undefined {
  const steps = foldName(folder)
    .split("/")
    .map(plainName)
    .filter((step) => step !== "");
  return trustedPaths[Math.min(...rowsOf(steps, true).filter((row) => trustedPaths[row]?.isByRule !== true))];
}

/** Windows ignores dots, spaces and a stream at the end of a name. */
export function plainName(name: string): string {
  const stream = name.indexOf(":");
  let end = stream === -1 ? name.length : stream;
  while (end > 0 && (name[end - 1] === "." || name[end - 1] === " ")) end--;
  return name.slice(0, end);
}

/**
 * Returns the rows of the table that a path belongs to. `isEnd`: the path may end inside an entry, at a hidden folder,
 * because such a folder can be moved there as a whole.
 */
export function rowsOf(path: readonly string[], isEnd: boolean): readonly number[] {
  const { byName, byPattern } = matchers();
  return path.flatMap((name, at) => {
    const rest = path.slice(at + 1);
    const first = [...(byName.get(name) ?? []), ...byPattern.filter(({ pattern }) => pattern.test(name))];
    const isThere = ({ more }: Matcher) => more.every((step, i) => rest[i] === step || (i >= rest.length && isEnd && name.startsWith(".")));
    return first.filter(isThere).map(({ row }) => row);
  });
}

/** An entry of the table: it is found by its first step, and `more` are the others. */
interface Matcher {
  readonly row: number;
  readonly more: readonly string[];
}

interface Matchers {
  readonly byName: ReadonlyMap<string, readonly Matcher[]>;
  readonly byPattern: readonly (Matcher & { readonly pattern: RegExp })[];
}

let compiled: Matchers | undefined;
function matchers(): Matchers {
  compiled ??= compile();
  return compiled;
}

function compile(): Matchers {
  const byName = new Map<string, readonly Matcher[]>();
  const byPattern: (Matcher & { readonly pattern: RegExp })[] = [];
  for (const [row, { names }] of trustedPaths.entries())
    for (const [first = "", ...more] of names.map((name) => name.split("/"))) {
      if (/[*[]/.test(first))
        byPattern.push({ row, more, pattern: new RegExp(`^${first.replaceAll(".", "\\.").replaceAll("*", ".*")}$`, "s") });
      else byName.set(first, [...(byName.get(first) ?? []), { row, more }]);
    }
  return { byName, byPattern };
}

/** The program of an MCP server: a path is relative to the project's root, and a name is on `PATH`. */
export const resolveServerProgram = (command: string, projectDir: string): string =>
  /[\\/]/.test(command) ? resolve(projectDir, command) : command;
