import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isPrivateFolder } from "../../io/is-private-folder.js";
import { readPrivateFile } from "../../io/read-private-file.js";
import { unusableTempFolder, userTempFolder } from "../../io/user-temp-folder.js";

type Variables = Readonly<Record<string, string | undefined>>;

/** A tool in a workspace: it has one background program. */
export interface TaskKey {
  readonly tool: string;
  readonly workspace: string;
  readonly projectDir: string;
}

/** The folder of background programs can't be used, because it isn't the user's own. */
export class UnusableFolderError extends Error {
  override readonly name = "UnusableFolderError";
}

/**
 * Returns the folder of all background programs of this user, which is created if necessary. Throws if a folder on the
 * way isn't the user's own.
 */
export function backgroundFolder(env: Variables): string {
  const own = userTempFolder(env);
  if (own === undefined) throw new UnusableFolderError(unusableTempFolder(env));
  const folder = join(own, "background");
  if (!isPrivateFolder(folder)) throw new UnusableFolderError(`${folder} is not a folder of this user`);
  return folder;
}

/** The folder of the program that a tool started in a workspace: `state.json`, `log`. */
export function taskFolder(folder: string, { workspace, projectDir, tool }: TaskKey): string {
  const key = createHash("sha256").update([projectDir, workspace, tool].join("\0")).digest("hex");
  return join(folder, key.slice(0, 32));
}

/** Returns every such folder, also one with only a lock. */
export const taskFolders = (folder: string): readonly string[] =>
  [...new Set(readdirSync(folder).flatMap((name) => /^([0-9a-f]{32})(?:\.lock)?$/.exec(name)?.[1] ?? []))].map((name) =>
    join(folder, name),
  );

/** The limit of kept output: beyond it, the older half is deleted. 16 MiB. */
export const maxLogBytes = 16 * 1024 * 1024;

/** Returns the output, as far as it was kept. */
export function readTaskLog(folder: string): Buffer {
  // A part of a log is at most what the log writer reads at a time.
  return readPrivateFile(join(folder, "log"), 2 * maxLogBytes) ?? Buffer.alloc(0);
}

/** Returns true if output was deleted because there was too much. */
export const isLogCut = (folder: string): boolean => existsSync(join(folder, "cut"));

/** Returns true if the log has the whole output: the program and its children have closed it. */
export const isLogWhole = (folder: string): boolean => existsSync(join(folder, "whole"));

/** Returns the milliseconds since the last output or start in a folder; 0 if that is unknown. */
export function ageOf(folder: string): number {
  const stats = lstatSync(join(folder, "log"), { throwIfNoEntry: false }) ?? lstatSync(folder, { throwIfNoEntry: false });
  return stats === undefined ? 0 : Date.now() - stats.mtimeMs;
}

export const forget = (folder: string): void => rmSync(folder, { recursive: true, force: true });
