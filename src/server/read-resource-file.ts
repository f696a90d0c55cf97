import { constants, lstatSync } from "node:fs";
import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { isWithin, resolveLinks } from "../call/paths.js";

/** A file that is a resource: its path below a root, and the folder below the root that it can't leave. */
export interface ServedFile {
  readonly root: string;
  readonly folder: string;
  readonly path: string;
}

/** The largest file that is a resource, in bytes. */
export const maxFileBytes = 4 * 1024 * 1024;

type FoundFile =
  | { readonly ok: true; readonly bytes: Buffer }
  /** `absent`: there is no such file, or none that may be read. `busy`: there is no room for it now. */
  | { readonly ok: false; readonly reason: "absent" | "large" | "busy" };

const absent = { ok: false, reason: "absent" } as const;

/**
 * Reads a file below a folder of a root, wherever links and `..` in its path would lead. `mayHold` is asked before
 * so many bytes are read.
 */
export async function readResourceFile({ mayHold, ...named }: ServedFile & { mayHold(bytes: number): boolean }): Promise<FoundFile> {
  const real = realResourceFile(named);
  if (real === undefined) return absent;
  try {
    // Opening a pipe with this name would block.
    const file = await open(real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      const opened = await file.stat();
      if (!opened.isFile()) return absent;
      // Another program may have put a link into the path since it was resolved.
      const there = realResourceFile(named);
      const now = there === undefined ? undefined : lstatSync(there, { throwIfNoEntry: false });
      if (now?.ino !== opened.ino || now.dev !== opened.dev) return absent;
      if (opened.size > maxFileBytes) return { ok: false, reason: "large" };
      if (!mayHold(opened.size)) return { ok: false, reason: "busy" };
      const bytes = await file.readFile();
      return bytes.length > maxFileBytes ? { ok: false, reason: "large" } : { ok: true, bytes };
    } finally {
      await file.close();
    }
  } catch {
    return absent;
  }
}

/** The real path of a file, which need not exist; `undefined` if it is outside of the folder or the root. */
export function realResourceFile({ root, folder, path }: ServedFile): string | undefined {
  if (path.includes("\0") || path.split("/").some((step) => step === "" || step === "." || step === "..")) return undefined;
  const [walked, ...bounds] = [resolve(root, path), root, resolve(root, folder)].map(resolveLinks);
  if (walked?.ok !== true || walked.throughProc) return undefined;
  return bounds.every((bound) => bound.ok && isWithin(walked.real, bound.real)) ? walked.real : undefined;
}

/** Media types by the end of a file's name. */
const byEnding: Readonly<Record<string, string>> = {
  css: "text/css",
  csv: "text/csv",
  gif: "image/gif",
  html: "text/html",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  js: "text/javascript",
  json: "application/json",
  md: "text/markdown",
  mp3: "audio/mpeg",
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  toml: "application/toml",
  ts: "text/typescript",
  wav: "audio/wav",
  webp: "image/webp",
  xml: "application/xml",
  yaml: "application/yaml",
  yml: "application/yaml",
};

/** The media type of a file by its name, or else by whether it is text. */
export function mediaTypeOf(path: string, isText: boolean): string {
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return (Object.hasOwn(byEnding, ending) ? byEnding[ending] : undefined) ?? (isText ? "text/plain" : "application/octet-stream");
}
