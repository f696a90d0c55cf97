import picomatch from "picomatch";
import { collector, type Diagnostic, type Result } from "../../contract/diagnostic.js";
import { diagnostic } from "../../contract/diagnostic-codes.js";
import { type Host, HostError, refusalReason } from "../../contract/host.js";
import { parentOf } from "../output-file.js";

/** Folders in which no project keeps its own specs. */
const SKIPPED: ReadonlySet<string> = new Set(["node_modules", ".git"]);

/**
 * The result of searching globs: the paths of files, sorted and without duplicates, and the number of folders that were
 * searched. The search stops one above the limit.
 */
export interface Findings {
  readonly paths: readonly string[];
  readonly searched: number;
}

/**
 * Finds the files that any of the globs matches, and none of those that begin with `!`. `maxFolders` are searched at
 * most.
 */
export async function findFiles(host: Host, globs: readonly string[], maxFolders: number): Promise<Result<Findings>> {
  const log = collector();
  const excluded = picomatch(globs.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1)));
  const search: Search = { host, excluded, maxFolders, searched: 0 };
  const found = new Map<string, string>();
  for (const glob of globs.filter((glob) => !glob.startsWith("!"))) {
    for (const { path, realPath } of log.take(await find(search, glob))) {
      const earlier = found.get(realPath);
      if (!excluded(path) && (earlier === undefined || path < earlier)) found.set(realPath, path);
    }
  }
  return log.result({ paths: [...found.values()].sort(), searched: search.searched });
}

interface FoundFile {
  readonly path: string;
  /** The path with symbolic links to folders followed: a file that can be reached in two ways is one. */
  readonly realPath: string;
}

/** The state that the walks of all globs share. */
interface Search {
  readonly host: Host;
  readonly excluded: (path: string) => boolean;
  /** How many folders may be searched, and how many were. */
  readonly maxFolders: number;
  searched: number;
}

async function find(search: Search, glob: string): Promise<Result<readonly FoundFile[]>> {
  const base = baseOf(glob);
  const { isGlob } = picomatch.scan(glob);
  const folder = isGlob ? base : parentOf(base);
  const matches = isGlob ? picomatch(glob.replace(/^\.\//, "")) : (path: string) => path === base;
  const walk = new Walk(search, matches, isGlob ? depthOf(glob) : 1);
  const exists = await walk.folder(folder, []);
  if (!exists) walk.problems.push(noSpecs(glob, `there is no folder '${folder}'`));
  else if (!isGlob && walk.found.length === 0 && walk.problems.length === 0) walk.problems.push(noSpecs(glob, "it is not a file"));
  return [walk.found, walk.problems];
}

/** Reports a glob that finds nothing. */
export const noSpecs = (glob: string, reason: string) => diagnostic("no-specs", { path: baseOf(glob) || "." }, { glob, reason });

/** The folder that contains everything a glob can match; for a plain path the path itself. */
function baseOf(glob: string): string {
  return picomatch
    .scan(glob)
    .base.replace(/^\.(?:\/|$)/, "")
    .replace(/\/$/, "");
}

/** How many levels of folders a glob can reach below its base. */
function depthOf(glob: string): number {
  const below = picomatch.scan(glob).glob;
  return below.includes("**") || /[({].*\//.test(below) ? Number.POSITIVE_INFINITY : below.split("/").length;
}

const join = (folder: string, name: string) => (folder === "" ? name : `${folder}/${name}`);

class Walk {
  readonly found: FoundFile[] = [];
  readonly problems: Diagnostic[] = [];
  readonly #search: Search;
  readonly #matches: (path: string) => boolean;
  readonly #depth: number;

  constructor(search: Search, matches: (path: string) => boolean, depth: number) {
    this.#search = search;
    this.#matches = matches;
    this.#depth = depth;
  }

  /**
   * Searches a folder; `above` are the real paths of the folders that led to it. Returns false if there is no such
   * folder.
   */
  async folder(path: string, above: readonly string[]): Promise<boolean> {
    const { host, maxFolders } = this.#search;
    if (++this.#search.searched > maxFolders) return true;
    try {
      const entries = await host.list(path || ".");
      if (entries === undefined) return false;
      const realPath = await host.realPath(path || ".");
      if (above.includes(realPath)) {
        this.problems.push(diagnostic("symlink-loop", { path }, { path }));
        return true;
      }
      const chain = [...above, realPath];
      for (const { name, type } of entries) {
        const child = join(path, name);
        if (type === "file" && this.#matches(child)) this.#file(child, `${realPath}/${name}`);
        else if (type === "file" && /\.json[c5]$/i.test(name)) this.#otherJson(child);
        else if (type === "directory" && chain.length < this.#depth && !SKIPPED.has(name)) await this.#below(child, chain);
        else if (type === "other") await this.#unusable(child, chain.length < this.#depth);
      }
    } catch (error) {
      // A link out of the project is a mistake only where `specs` doesn't leave it out.
      if (!isOutside(error) || !this.#search.excluded(path)) this.problems.push(refused(error, path || "."));
    }
    return true;
  }

  async #below(path: string, above: readonly string[]): Promise<void> {
    if (!(await this.folder(path, above))) this.problems.push(...unnameable(path));
  }

  /** A spec by its place, in a form of JSON that isn't read. */
  #otherJson(path: string): void {
    if (!this.#matches(path.slice(0, -1)) || this.#search.excluded(path)) return;
    const reason = "a spec is YAML, or JSON without comments";
    const help = "Rename it to .yaml and write its comments with `#`, or leave it out of `specs`.";
    this.problems.push(diagnostic("unreadable", { path }, { path, reason }, { help }));
  }

  /** `.env` and `.npmrc` contain secrets, which diagnostics would show. */
  #file(path: string, realPath: string): void {
    if (!path.slice(path.lastIndexOf("/") + 1).startsWith(".")) this.found.push({ path, realPath });
    else this.problems.push(diagnostic("unreadable", { path }, { path, reason: "a file whose name begins with a dot can't be a spec" }));
  }

  /**
   * Neither a file nor a folder: it is only reported if a glob names it, or if it is a link to itself that may have
   * been meant as a folder.
   */
  async #unusable(path: string, mayBeFolder: boolean): Promise<void> {
    try {
      await this.#search.host.realPath(path);
      if (this.#matches(path)) this.problems.push(diagnostic("unreadable", { path }, { path, reason: "it is not a regular file" }));
    } catch (error) {
      if (this.#matches(path) || (mayBeFolder && isLoop(error))) this.problems.push(refused(error, path));
    }
  }
}

const isOutside = (error: unknown) => error instanceof HostError && error.code === "EOUTSIDE";
const isLoop = (error: unknown) => error instanceof HostError && error.code === "ELOOP";

/**
 * Reports a listed path that can't be found again. Node shows a name whose bytes aren't UTF-8 with replacement
 * characters; any other has been removed meanwhile.
 */
export const unnameable = (path: string): readonly Diagnostic[] =>
  path.includes("\ufffd")
    ? [diagnostic("unreadable", { path }, { path, reason: "its name is not UTF-8" }, { help: "Rename it, or leave it out of `specs`." })]
    : [];

/** Reports an error of the file system. */
export function refused(error: unknown, path: string): Diagnostic {
  if (!(error instanceof HostError)) throw error;
  if (isLoop(error)) return diagnostic("symlink-loop", { path }, { path });
  return diagnostic("unreadable", { path }, { path, reason: refusalReason(error) });
}
