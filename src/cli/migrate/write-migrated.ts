import { relative } from "node:path";
import type { MigrationEdit } from "../../check/migration/migrate-source.js";
import type { SourceFile } from "../../diagnostics/diagnostic.js";
import type { Host } from "../../host.js";

/** A file as it was read, and its text with the new names. */
export interface MigratedFile {
  readonly source: SourceFile;
  readonly text: string;
  readonly edits: readonly MigrationEdit[];
}

/**
 * Writes files that are still as they were read. Returns the path of one that isn't, before anything is written. If the
 * file system refuses a file, those before it get their former text again.
 */
export async function writeMigrated(host: Host, changed: readonly MigratedFile[]): Promise<string | undefined> {
  const befores = await Promise.all(changed.map(async ({ source }) => ({ source, bytes: await host.read(source.path) })));
  const moved = befores.find(({ source, bytes }) => bytes === undefined || withoutMark(bytes) !== source.text);
  if (moved !== undefined) return moved.source.path;
  const root = await host.realPath(".");
  // A link stays one: what it leads to is written. The host refuses what is outside of the project.
  const write = async (path: string, text: string) =>
    host.write({ path: relative(root, await host.realPath(path)), text, executable: false, keepsMode: true });
  for (const [i, { source, text }] of changed.entries()) {
    const mark = hasMark(befores[i]?.bytes) ? "\uFEFF" : "";
    try {
      await write(source.path, mark + text);
    } catch (error) {
      for (const { source: before, bytes } of befores.slice(0, i))
        if (bytes !== undefined) await write(before.path, new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
      throw error;
    }
  }
  return undefined;
}

const withoutMark = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const hasMark = (bytes: Uint8Array | undefined) => bytes?.[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
