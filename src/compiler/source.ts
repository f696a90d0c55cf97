import { isUtf8 } from "node:buffer";
import { collector, type Diagnostic, type Result, type SourceFile } from "../contract/diagnostic.js";
import { diagnostic } from "../contract/diagnostic-codes.js";
import { type Assets, defaultLimits, type Host, HostError, type ReadLimits } from "../contract/host.js";
import type { SpecDocument } from "../contract/spec-node.js";
import { maxValuesOfFile, spanOf } from "./source/anchors.js";
import { findFiles, noSpecs, refused, unnameable } from "./source/find.js";
import { composeDocuments, readDocument } from "./source/read-document.js";

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
  const files = await Promise.all(paths.map(async (path) => (await knownSource(host, path)) ?? readSource(host, path)));
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
  const size = (await host.known?.(path))?.size ?? (await host.stat(path).catch(() => undefined))?.size ?? 0;
  return size > maxBytes ? 0 : size;
}

/**
 * A file that hasn't changed since an earlier build. It is read when its text is used, for a diagnostic for example.
 */
async function knownSource(host: Host, path: string): Promise<Result<SourceFile> | undefined> {
  const found = await host.known?.(path);
  if (found === undefined) return undefined;
  let read: { readonly bytes: Uint8Array | undefined; readonly text: string } | undefined;
  const reread = () => {
    const bytes = found.read();
    return { bytes, text: utf8.decode(bytes) };
  };
  const source: SourceFile = {
    path,
    known: found.text,
    get text() {
      read ??= reread();
      return read.text;
    },
    get isGone() {
      return read !== undefined && read.bytes === undefined;
    },
  };
  return [source, []];
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
    if (!(error instanceof HostError) || (error.code !== "ENOENT" && error.code !== "ENOTDIR")) throw error;
    return unnameable(path);
  }
  return [diagnostic("unreadable", { path }, { path, reason: "it is not a regular file" })];
}

/**
 * Decodes a file's bytes, without a byte order mark. Anything but UTF-8 text is refused with the position of the first
 * wrong byte.
 */
function decode(path: string, bytes: Uint8Array): Result<SourceFile | undefined> {
  const nul = bytes.indexOf(0);
  if (nul !== -1) return [undefined, [diagnostic("binary-file", { path }, { path, offset: String(nul) })]];
  if (!isUtf8(bytes)) {
    const offset = longestValid(bytes);
    const line = 1 + bytes.subarray(0, offset).reduce((count, byte) => count + (byte === lineFeed ? 1 : 0), 0);
    const byte = `0x${(bytes[offset] ?? 0).toString(16).padStart(2, "0").toUpperCase()}`;
    return [undefined, [diagnostic("not-utf8", { path }, { path, line: String(line), byte, offset: String(offset) })]];
  }
  const text = utf8.decode(bytes);
  if (isPointer(text))
    return [undefined, [diagnostic("unreadable", { path }, { path, reason: pointerReason }, { help: "Run `git lfs pull`." })]];
  return [{ path, text }, []];
}

/** True for the text that Git LFS leaves in a clone in place of a file that it hasn't fetched. */
export const isPointer = (text: string): boolean => text.startsWith("version https://git-lfs.github.com/spec/");
export const pointerReason = "it is a pointer of Git LFS, and the file itself was not fetched (`git lfs pull` does that)";

const utf8 = new TextDecoder();
const lineFeed = 0x0a;

/** The length of the longest prefix that is UTF-8. */
function longestValid(bytes: Uint8Array): number {
  // A valid prefix may end inside a character, of which at most three bytes are there.
  const validBefore = (length: number) => [0, 1, 2, 3].map((back) => length - back).find((n) => n >= 0 && isUtf8(bytes.subarray(0, n)));
  let [low, high] = [0, bytes.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (validBefore(middle) === undefined) high = middle - 1;
    else low = middle;
  }
  return validBefore(low) ?? 0;
}

/**
 * Parses a file's YAML or JSON documents. A document that can't be parsed completely is left out of the value.
 * `emptyHelp` says what to write in an empty file.
 */
export function parse(file: SourceFile, emptyHelp?: string): Result<readonly SpecDocument[]> {
  const documents: SpecDocument[] = [];
  const log: Diagnostic[] = [];
  const conflicts = mergeConflicts(file);
  // Both sides are in the file, so all other mistakes follow from that.
  if (conflicts.length > 0) return [[], conflicts];
  let index = 0;
  let size = 0;
  for (const document of composeDocuments(file, log)) {
    const { root, problems, values } = readDocument(file, document);
    log.push(...problems);
    size += values;
    if (size > maxValuesOfFile) {
      log.push(diagnostic("too-many-values", spanOf(file, document.range), { what: "file", limit: String(maxValuesOfFile) }));
      // The file is refused as a whole: checking what fits costs a hundred times as much as reading it.
      return [[], log];
    }
    if (root !== undefined) documents.push({ file, index, root });
    index++;
  }
  if (index === 0 && log.length === 0) log.push(diagnostic("empty-file", { file, start: 0, end: 0 }, {}, { help: emptyHelp }));
  return [documents, log];
}

/** Reports Git's conflict markers: one diagnostic for each conflict, at its first line. */
function mergeConflicts(file: SourceFile): readonly Diagnostic[] {
  const markers = [...file.text.matchAll(/^(?:<{7}|>{7})(?: [^\r\n]*)?$/gm)].map((match) => ({
    opens: match[0].startsWith("<"),
    span: { file, start: match.index, end: match.index + match[0].length },
  }));
  const first = markers.filter(({ opens }, i) => opens || !markers[i - 1]?.opens);
  return first.map(({ span }) => diagnostic("merge-conflict", span, {}));
}

// The content that comes with toolgen: tools, which a project selects by naming them in `library`, and fragments, which
// specs extend. All names begin with `std/`.

const fragments = "library/fragments/";
const tools = /^library\/(\w+)\.yaml$/;

/** The existing tools: `std/read_file`. */
export function libraryNames(assets: Assets): readonly string[] {
  return Object.keys(assets).flatMap((name) => (tools.test(name) ? [name.replace(tools, "std/$1")] : []));
}

/**
 * A tool's spec. Its path is the name in `library`, which no file of a project has. A project may set a sandbox for it.
 */
export function librarySource(name: string, assets: Assets, sandbox?: object): SourceFile {
  const text = assets[asset(name, "yaml")] ?? "";
  return { path: name, text: sandbox === undefined ? text : `${text.trimEnd()}\nsandbox: ${JSON.stringify(sandbox)}\n` };
}

/** The spec of one of pi's own tools; `undefined` if toolgen has none. */
export function piToolSource(name: string, assets: Assets): SourceFile | undefined {
  const text = assets[`library/pi/${name}.yaml`];
  return text === undefined ? undefined : { path: `std/pi/${name}`, text };
}

/** The bundle of a tool's handler, made when toolgen was built. It has the same bytes in every project. */
export function libraryBundle(name: string, assets: Assets): string | undefined {
  return assets[asset(name, "cjs")];
}

/** The fragments: `library/fragments/*.yaml`. */
export function libraryFragments(assets: Assets): readonly SourceFile[] {
  const names = Object.keys(assets).filter((name) => name.startsWith(fragments));
  return names.map((name) => ({ path: name.replace(fragments, "std/"), text: assets[name] ?? "" }));
}

const asset = (name: string, ending: string) => `${name.replace(/^std/, "library")}.${ending}`;
