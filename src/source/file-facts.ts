import { dirname, join } from "node:path/posix";
import { type Host, HostError } from "../host.js";

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
