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
  log.add(...problems.filter(({ code }) => !mayBeEmpty || code !== "no-specs"));
  const excess = searched > limits.files ? tooMany(limits, "folders") : await exceeded(host, { paths, limits });
  if (excess !== undefined) return log.result(log.take([[], [excess]]));
  const included = globs.filter((glob) => !glob.startsWith("!"));
  if (paths.length === 0 && !mayBeEmpty && !log.hasErrors) log.add(noSpecs(included.join("', '"), "no file matches"));
  const files = await Promise.all(paths.map((path) => readSource(host, path)));
  return log.result(files.flatMap((file) => log.take(file) ?? []));
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
