import picomatch from "picomatch";
import { diagnostic } from "../diagnostics/codes.js";
import { collector } from "../diagnostics/collector.js";
import type { Diagnostic, Result, SourceFile } from "../diagnostics/diagnostic.js";
import { type Host, HostError, refusalReason } from "../host.js";
import { decode } from "./decode.js";

/** A spec is text that somebody wrote; what is larger was caught by mistake. */
const MAX_BYTES = 1024 * 1024;

/** Folders in which no project keeps its own specs. */
const SKIPPED: ReadonlySet<string> = new Set(["node_modules", ".git"]);

/**
 * Finds and reads the files that any of the globs matches, each once, sorted by path. A glob that begins with `!` takes files out
 * again. What can't be read is reported and left out; that nothing is there, unless it may be so.
 */
export async function load(
  host: Host,
  globs: readonly string[],
  { mayBeEmpty = false }: { readonly mayBeEmpty?: boolean } = {},
): Promise<Result<readonly SourceFile[]>> {
  const log = collector();
  const wanted = globs.filter((glob) => !glob.startsWith("!"));
  const excluded = picomatch(globs.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1)));

  const found = new Map<string, string>();
  for (const glob of wanted) {
    const [files, problems] = await find(host, glob);
    const told = problems.filter(({ code }) => !mayBeEmpty || code !== "no-specs");
    for (const { path, realPath } of log.take([files, told])) {
      const known = found.get(realPath);
      if (!excluded(path) && (known === undefined || path < known)) found.set(realPath, path);
    }
  }
  if (found.size === 0 && !mayBeEmpty && !log.hasErrors) log.add(noSpecs(globs.join("', '"), "no file matches"));

  const paths = [...found.values()].sort();
  const files = await Promise.all(paths.map((path) => readSource(host, path)));
  return log.result(files.flatMap((file) => log.take(file) ?? []));
}

/** Reads one file, such as `toolgen.yaml`. If there is none the value is undefined, and nothing is reported. */
export async function readSource(host: Host, path: string): Promise<Result<SourceFile | undefined>> {
  try {
    const stat = await host.stat(path);
    if (stat === undefined) return [undefined, []];
    if (stat.size > MAX_BYTES) {
      const values = { path, size: String(stat.size), limit: String(MAX_BYTES) };
      return [undefined, [diagnostic("file-too-large", { path }, values)]];
    }
    const bytes = await host.read(path);
    return bytes === undefined ? [undefined, []] : decode(path, bytes);
  } catch (error) {
    return [undefined, [refused(error, path)]];
  }
}

interface Found {
  readonly path: string;
  /** The path with symbolic links to folders followed: a file that can be reached by two ways is one. */
  readonly realPath: string;
}

async function find(host: Host, glob: string): Promise<Result<readonly Found[]>> {
  const base = baseOf(glob);
  const { isGlob } = picomatch.scan(glob);
  const folder = isGlob ? base : parentOf(base);
  const matches = isGlob ? picomatch(glob.replace(/^\.\//, "")) : (path: string) => path === base;
  const walk = new Walk(host, matches, isGlob ? depthOf(glob) : 1);
  const exists = await walk.folder(folder, []);
  if (!exists) walk.problems.push(noSpecs(glob, `there is no folder '${folder}'`));
  else if (!isGlob && walk.found.length === 0 && walk.problems.length === 0) walk.problems.push(noSpecs(glob, "it is no file"));
  return [walk.found, walk.problems];
}

const noSpecs = (glob: string, reason: string) => diagnostic("no-specs", { path: baseOf(glob) || "." }, { glob, reason });

/** The folder below which everything lies that a glob can match; for a plain path the path itself. */
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

const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/")));
const join = (folder: string, name: string) => (folder === "" ? name : `${folder}/${name}`);

class Walk {
  readonly found: Found[] = [];
  readonly problems: Diagnostic[] = [];
  readonly #host: Host;
  readonly #matches: (path: string) => boolean;
  readonly #depth: number;

  constructor(host: Host, matches: (path: string) => boolean, depth: number) {
    this.#host = host;
    this.#matches = matches;
    this.#depth = depth;
  }

  /** Searches a folder; `above` are the real paths of the folders that led to it. Returns false if there is no such folder. */
  async folder(path: string, above: readonly string[]): Promise<boolean> {
    try {
      const entries = await this.#host.list(path || ".");
      if (entries === undefined) return false;
      const realPath = await this.#host.realPath(path || ".");
      if (above.includes(realPath)) {
        this.problems.push(diagnostic("symlink-loop", { path }, { path }));
        return true;
      }
      const chain = [...above, realPath];
      for (const { name, type } of entries) {
        const child = join(path, name);
        if (type === "file" && this.#matches(child)) this.found.push({ path: child, realPath: `${realPath}/${name}` });
        else if (type === "directory" && chain.length < this.#depth && !SKIPPED.has(name)) await this.folder(child, chain);
        else if (type === "other") await this.#unusable(child, chain.length < this.#depth);
      }
    } catch (error) {
      this.problems.push(refused(error, path || "."));
    }
    return true;
  }

  /** Neither a file nor a folder: it is worth a word only where a glob asks for it, or where it is a link to itself that may have been meant as a folder. */
  async #unusable(path: string, mayBeFolder: boolean): Promise<void> {
    try {
      await this.#host.realPath(path);
      if (this.#matches(path)) this.problems.push(diagnostic("unreadable", { path }, { path, reason: "it is not a regular file" }));
    } catch (error) {
      if (this.#matches(path) || (mayBeFolder && isLoop(error))) this.problems.push(refused(error, path));
    }
  }
}

const isLoop = (error: unknown) => error instanceof HostError && error.code === "ELOOP";

function refused(error: unknown, path: string): Diagnostic {
  if (!(error instanceof HostError)) throw error;
  if (isLoop(error)) return diagnostic("symlink-loop", { path }, { path });
  return diagnostic("unreadable", { path }, { path, reason: refusalReason(error) });
}
