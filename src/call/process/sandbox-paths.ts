import { existsSync, lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync, type Stats, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { ConfinedPath, Confinement } from "../../contract/call.js";
import { isWithin, recheckPath, resolveLinks } from "../paths.js";

/** A path on disk: its target (`real`), and the path by which the program reaches it. */
export interface SandboxPath {
  readonly real: string;
  readonly path: string;
}

/** The paths that a program in a sandbox can use, with links followed. Each exists. */
export interface SandboxPaths {
  readonly read: readonly SandboxPath[];
  readonly written: readonly SandboxPath[];
  /** Writable folders with protected content: they must not be moved away with it. Outer ones first. */
  readonly pinned: readonly string[];
  /** The protected paths inside writable ones: `.git`, generated files, specs. */
  readonly readOnly: readonly string[];
}

/**
 * Returns the paths that a sandbox opens and those that it protects. `extra` is also writable: the call's own folder.
 */
export function sandboxPaths(confinement: Confinement, extra: readonly string[]): SandboxPaths {
  const { rules, workspace, specDir, handlers, paths } = confinement;
  const writable = rules.write === "none" ? [] : paths.filter(({ access }) => access !== "read");
  const written = thereOf([...free(rules.write === "workspace" ? [workspace] : []), ...writable, ...free(extra)]);
  const read = thereOf([
    ...free(rules.read === "paths" ? [] : [workspace]),
    ...free(rules.specDir ? [specDir] : []),
    ...free(handlers === undefined ? [] : [handlers]),
    ...paths,
  ]);
  const readOnly = readOnlyPathsIn(confinement, written);
  const pinned = readOnly.flatMap((path) => written.flatMap(({ real }) => between(real, path)));
  return {
    read: outermost(read),
    written: outermost(written),
    readOnly,
    pinned: [...new Set(pinned)].sort((a, b) => a.length - b.length),
  };
}

type BoundPath = Pick<ConfinedPath, "path" | "within">;

const free = (paths: readonly string[]): readonly BoundPath[] => paths.map((path) => ({ path, within: undefined }));

/**
 * A missing path can't be opened, and a reader finds nothing either way. A path that has left its root since the check
 * isn't opened.
 */
function thereOf(wanted: readonly BoundPath[]): readonly SandboxPath[] {
  const found = new Map<string, SandboxPath>();
  for (const { path, within } of wanted) {
    const walked = recheckPath(path, within);
    if (!found.has(path) && walked.ok && !walked.throughProc && existsSync(walked.real)) found.set(path, { real: walked.real, path });
  }
  return [...found.values()];
}

/** A path inside an opened folder isn't opened again by its own path, which other programs could change meanwhile. */
function outermost(found: readonly SandboxPath[]): readonly SandboxPath[] {
  const covers = (outer: SandboxPath, { real, path }: SandboxPath) =>
    outer.real !== real && isWithin(real, outer.real) && (path === real || isWithin(path, outer.path));
  return found.filter((path) => !found.some((outer) => covers(outer, path)));
}

function readOnlyPathsIn({ workspace, projectDir, project, rules }: Confinement, written: readonly SandboxPath[]): readonly string[] {
  const named = [
    ...[workspace, projectDir].map((folder) => join(folder, ".git")),
    ...["toolgen.yaml", ".toolgen"].map((name) => join(projectDir, name)),
    resolve(projectDir, project.output),
    ...rules.specs.flatMap((path) => (path === "." ? specsIn(projectDir, project.specPatterns) : [resolve(projectDir, path)])),
  ];
  const protectedPaths = thereOf(free(named)).map(({ real }) => real);
  // A writable path may also be inside a protected one.
  const inside = written.flatMap(({ real }) =>
    protectedPaths.flatMap((path) => (isWithin(path, real) ? [path] : isWithin(real, path) ? [real] : [])),
  );
  return [...new Set(inside)].sort((a, b) => a.length - b.length);
}

function specsIn(folder: string, patterns: readonly string[]): readonly string[] {
  const expressions = patterns.map((pattern) => new RegExp(pattern, "i"));
  try {
    return readdirSync(folder)
      .filter((name) => expressions.some((pattern) => pattern.test(name)))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** The folders between `outer` and `inner`. */
function between(outer: string, inner: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = dirname(inner); folder !== outer && isWithin(folder, outer); folder = dirname(folder)) folders.push(folder);
  return folders;
}

/** Empty files and folders that were created so that a sandbox can open them and nothing beside them. */
interface CreatedTargets {
  readonly problem: string | undefined;
  /** Removes those that the program didn't change. */
  readonly undo: () => void;
}

/**
 * Creates the missing targets that a program may write, because a sandbox can only open what exists. Opening the parent
 * folder instead would let the program write everything in it.
 */
export function createWritableTargets({ rules, workspace, paths }: Confinement): CreatedTargets {
  const made: string[] = [];
  const removeCreated = () => made.forEach(removeUntouched);
  if (rules.write === "none") return { problem: undefined, undo: removeCreated };
  const writableRoot = rules.write === "workspace" ? resolveLinks(workspace) : undefined;
  for (const { path, type, within } of paths.filter(({ access }) => access !== "read")) {
    const walked = recheckPath(path, within);
    // The program reports the problem of such a path itself, because it isn't opened.
    if (!walked.ok || (writableRoot?.ok && isWithin(walked.real, writableRoot.real)) || isThere(walked.real)) continue;
    if (!isFolder(dirname(walked.real))) {
      removeCreated();
      return {
        problem: `The folder of ${path} doesn't exist, and the sandbox of this tool can't create it: create it first.`,
        undo: removeCreated,
      };
    }
    try {
      make(walked.real, type === "directory");
      made.push(walked.real);
    } catch (error) {
      removeCreated();
      return { problem: `${path} can't be made: ${error instanceof Error ? error.message : String(error)}.`, undo: removeCreated };
    }
  }
  return { problem: undefined, undo: removeCreated };
}

function make(path: string, folder: boolean): void {
  if (folder) {
    mkdirSync(path);
    return;
  }
  writeFileSync(path, "", { flag: "wx" });
  // A time that no program sets: whatever is written or touched has another.
  utimesSync(path, 0, 0);
}

function removeUntouched(path: string): void {
  try {
    const stats = lstatSync(path);
    if (stats.isDirectory()) rmdirSync(path);
    else if (stats.isFile() && stats.size === 0 && stats.mtimeMs === 0) rmSync(path);
  } catch {
    // It was deleted, or isn't empty.
  }
}

const isThere = (path: string) => statsOrNone(() => lstatSync(path)) !== undefined;

const isFolder = (path: string) => statsOrNone(() => statSync(path))?.isDirectory() === true;

/** Returns `undefined` for a path that can't be read, below a file for instance. The program can't read it either. */
function statsOrNone(look: () => Stats): Stats | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
