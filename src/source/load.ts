import { diagnostic } from "../diagnostics/codes.js";
import { collector } from "../diagnostics/collector.js";
import type { Diagnostic, Result, SourceFile } from "../diagnostics/diagnostic.js";
import { defaultLimits, type Host, HostError, type ReadLimits } from "../host.js";
import { decode } from "./decode.js";
import { findFiles, noSpecs, refused } from "./find.js";

/** A spec is text that a person wrote. A larger file was matched by mistake. */
const maxBytes = 1024 * 1024;

/**
 * Finds and reads the files that any of the globs matches, sorted by path and without duplicates. A glob that begins
 * with `!` excludes files. Unreadable files are reported and left out; so is a missing match, unless it is optional.
 */
export async function load(
  host: Host,
  globs: readonly string[],
  { mayBeEmpty = false }: { readonly mayBeEmpty?: boolean } = {},
): Promise<Result<readonly SourceFile[]>> {
  const log = collector();
  const { limits = defaultLimits } = host;
  const [{ paths, searched }, problems] = await findFiles(host, globs, limits.files);
  const missing = problems.filter(({ code }) => code === "no-specs");
  log.add(...problems.filter((one) => !missing.includes(one)));
  const excess = searched > limits.files ? tooMany(limits, "folders") : await exceeded(host, { paths, limits });
  if (excess !== undefined) return log.result(log.take([[], [excess]]));
  if (paths.length === 0 && missing.length === 0 && !log.hasErrors)
    missing.push(noSpecs(globs.filter((glob) => !glob.startsWith("!")).join("', '"), "no file matches"));
  const below = missing.length === 0 || paths.length > 0 || mayBeEmpty ? [] : await projectsBelow(host);
  if (!mayBeEmpty) log.add(...missing.map((one) => (below.length === 0 ? one : { ...one, help: nameProject(below) })));
  const files = await Promise.all(paths.map((path) => readSource(host, path)));
  return log.result(files.flatMap((file) => log.take(file) ?? []));
}

const nameProject = (folders: readonly string[]) =>
  `Name the project with --project: there is one in ${folders.map((folder) => `'${folder}'`).join(", ")}. Or run 'toolgen init' to start one here.`;

/** As many projects are named, and as many folders are searched for them. */
const [mostNamed, mostSearched] = [3, 500];

/** The first projects in folders below this one, as monorepos have them: those of the upper folders first. */
async function projectsBelow(host: Host): Promise<readonly string[]> {
  const found: string[] = [];
  const folders = [""];
  for (let at = 0; at < Math.min(folders.length, mostSearched) && found.length < mostNamed; at++) {
    const folder = folders[at] ?? "";
    // A folder that can't be read has no project to name.
    const entries = (await host.list(folder || ".").catch(() => undefined)) ?? [];
    if (folder !== "" && entries.some(({ name }) => name === configFile || name === "tools.d")) found.push(folder);
    const below = entries.filter(({ name, type }) => type === "directory" && !name.startsWith(".") && name !== "node_modules");
    for (const { name } of below) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if ((await host.linkOn(path).catch(() => path)) === undefined) folders.push(path);
    }
  }
  return found.sort();
}

/** Reports a limit that the files exceed, before any of them is read. */
async function exceeded(host: Host, { paths, limits }: Loading): Promise<Diagnostic | undefined> {
  if (paths.length > limits.files) return tooMany(limits, "files");
  let size = 0;
  for (const path of paths) size += await sizeOf(host, path);
  const sizes = { size: String(size), limit: String(limits.bytes) };
  return size <= limits.bytes ? undefined : diagnostic("too-many-bytes", { path: configFile }, sizes);
}

interface Loading {
  readonly paths: readonly string[];
  readonly limits: ReadLimits;
}

const tooMany = ({ files }: ReadLimits, what: string) => diagnostic("too-many-files", { path: configFile }, { limit: String(files), what });

/** Where `specs` can be written. */
const configFile = "toolgen.yaml";

/** Returns a file's size. A file that is too large for a spec isn't read. */
async function sizeOf(host: Host, path: string): Promise<number> {
  const size = (await host.stat(path).catch(() => undefined))?.size ?? 0;
  return size > maxBytes ? 0 : size;
}

/** Reads one file, such as `toolgen.yaml`. If there is none the value is undefined, and nothing is reported. */
export async function readSource(host: Host, path: string): Promise<Result<SourceFile | undefined>> {
  try {
    const stat = await host.stat(path);
    if (stat === undefined) return [undefined, await unlessAbsent(host, path)];
    if (stat.size > maxBytes) {
      const values = { path, size: String(stat.size), limit: String(maxBytes) };
      return [undefined, [diagnostic("file-too-large", { path }, values)]];
    }
    const bytes = await host.read(path);
    return bytes === undefined ? [undefined, []] : decode(path, bytes);
  } catch (error) {
    return [undefined, [refused(error, path)]];
  }
}

/** The path may be something else than a file: a pipe, a socket or a device. */
async function unlessAbsent(host: Host, path: string): Promise<readonly Diagnostic[]> {
  try {
    await host.realPath(path);
  } catch (error) {
    if (error instanceof HostError && (error.code === "ENOENT" || error.code === "ENOTDIR")) return [];
    throw error;
  }
  return [diagnostic("unreadable", { path }, { path, reason: "it is not a regular file" })];
}
