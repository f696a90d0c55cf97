import { dirname, join } from "node:path/posix";
import { type Host, HostError, refusalReason } from "../../contract/host.js";

/** A text file of the project, or the reason for which it can't be read, as a clause. */
export type ReadFile =
  | { readonly ok: true; readonly text: string; readonly executable: boolean }
  | { readonly ok: false; readonly reason: string };

/** Larger files are data that no script needs to be published with. */
const maxBytes = 1024 * 1024;

/** Reads files that outputs copy. */
export async function readFiles(host: Host, paths: readonly string[]): Promise<ReadonlyMap<string, ReadFile>> {
  const files = new Map<string, ReadFile>();
  for (const path of paths) files.set(path, await readFile(host, path));
  return files;
}

/** Bytes of a file of the project, or the reason for which it can't be read, as a clause. */
export type ReadBytes =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly executable: boolean }
  | { readonly ok: false; readonly reason: string };

/** Reads files that outputs contain, whatever their bytes are. */
export async function readBytesOf(host: Host, paths: readonly string[]): Promise<ReadonlyMap<string, ReadBytes>> {
  const files = new Map<string, ReadBytes>();
  for (const path of paths) files.set(path, await readBytes(host, path));
  return files;
}

async function readFile(host: Host, path: string): Promise<ReadFile> {
  const read = await readBytes(host, path);
  if (!read.ok) return read;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(read.bytes);
    return { ok: true, text, executable: read.executable };
  } catch (error) {
    if (error instanceof TypeError) return { ok: false, reason: "it is not text in UTF-8" };
    throw error;
  }
}

async function readBytes(host: Host, path: string): Promise<ReadBytes> {
  try {
    const stat = await host.stat(path);
    if (stat === undefined) return { ok: false, reason: await absence(host, path) };
    if (stat.size > maxBytes) return { ok: false, reason: `it has ${stat.size} bytes, and at most ${maxBytes} are copied` };
    const bytes = await host.read(path);
    if (bytes === undefined) return { ok: false, reason: "it is missing" };
    return { ok: true, bytes, executable: stat.executable };
  } catch (error) {
    if (error instanceof HostError) return { ok: false, reason: refusalReason(error) };
    throw error;
  }
}

const absence = async (host: Host, path: string) =>
  (await host.list(path))?.length ? "it is a folder; list its files instead" : "it is missing";

/**
 * The state of a path: a file, or nothing, with the paths of the files beside it. `unknown` means that the file system
 * doesn't allow reading it.
 */
export type FileFacts =
  | { readonly kind: "file"; readonly executable: boolean }
  | { readonly kind: "missing"; readonly others: readonly string[] }
  | { readonly kind: "unknown" };

/** Looks up files that specs name, by their paths relative to the project's root. */
export async function readFileFacts(host: Host, paths: readonly string[]): Promise<ReadonlyMap<string, FileFacts>> {
  const facts = new Map<string, FileFacts>();
  for (const path of paths) facts.set(path, await lookAt(host, path));
  return facts;
}

async function lookAt(host: Host, path: string): Promise<FileFacts> {
  try {
    const found = await host.stat(path);
    if (found !== undefined) return { kind: "file", executable: found.executable };
    const folder = dirname(path);
    const entries = (await host.list(folder)) ?? [];
    const files = entries.flatMap(({ name, type }) => (type === "file" ? [join(folder, name)] : []));
    return { kind: "missing", others: files.sort() };
  } catch (error) {
    if (error instanceof HostError) return { kind: "unknown" };
    throw error;
  }
}
