import { lstatSync, mkdirSync, readFileSync, realpathSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { writeFileAtomic } from "../../contract/user-file.js";

/** A file that can't be read or written: `problem` is a clause that begins with a verb. */
export class SettingsFileError extends Error {
  override readonly name = "SettingsProblem";
}

/**
 * The text of a settings file; `undefined` if there is none. `bounds` is the project's root for its own files, which
 * must not lead out of it.
 */
export function readSettingsFile(path: string, bounds: string | undefined): string | undefined {
  try {
    if (bounds !== undefined && !isInside(path, bounds)) throw new SettingsFileError("leads out of the project");
    const link = lstatSync(path, { throwIfNoEntry: false });
    if (link === undefined) return undefined;
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) throw new SettingsFileError("is a link to a file that doesn't exist");
    if (!stat.isFile()) throw new SettingsFileError("is not a regular file");
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch (error) {
    throw asProblem(error);
  }
}

/**
 * Replaces a settings file whole, through a symbolic link and with its mode, or removes it. Returns the folders that it
 * made.
 */
export function writeSettingsFile(path: string, text: string | undefined, { isShared }: { readonly isShared: boolean }): readonly string[] {
  try {
    if (text === undefined) {
      // A link is the user's choice, and so is its target.
      if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) writeFileAtomic(path, emptyFile(path), { mode: 0o600 });
      else rmSync(path, { force: true });
      return [];
    }
    const made = missingFolders(dirname(path));
    mkdirSync(dirname(path), { recursive: true });
    writeFileAtomic(path, text, { mode: isShared ? 0o666 : 0o600 });
    return made;
  } catch (error) {
    throw asProblem(error);
  }
}

const emptyFile = (path: string) => (path.endsWith(".toml") ? "" : "{}\n");

/** Removes folders that are empty; the innermost comes first. */
export function removeFolders(folders: readonly string[]): void {
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
    try {
      rmdirSync(folder);
    } catch {
      // It isn't empty, or is gone.
    }
  }
}

const missingFolders = (folder: string): readonly string[] =>
  lstatSync(folder, { throwIfNoEntry: false }) !== undefined || dirname(folder) === folder
    ? []
    : [folder, ...missingFolders(dirname(folder))];

/** Reports whether a path stays below a folder when its links are followed. */
export function isInside(path: string, root: string): boolean {
  const nearest = (one: string): string => (lstatSync(one, { throwIfNoEntry: false }) === undefined ? nearest(dirname(one)) : one);
  const [real, bounds] = [realpathOr(nearest(path)), realpathSync(root)];
  return real === bounds || real.startsWith(join(bounds, sep));
}

function realpathOr(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // A dangling link, which reading reports.
    return join(realpathSync(dirname(path)), "link");
  }
}

function asProblem(error: unknown): SettingsFileError {
  if (error instanceof SettingsFileError) return error;
  if (error instanceof TypeError) return new SettingsFileError("is not text in UTF-8");
  const { code, message } = error as NodeJS.ErrnoException;
  return new SettingsFileError(reasons[code ?? ""] ?? `can't be read or written: ${message}`);
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "can't be read or written: permission denied",
  EPERM: "can't be read or written: permission denied",
  EROFS: "can't be written: the file system is read-only",
  ENOSPC: "can't be written: no space is left on the disk",
  ENOTDIR: "can't be written: a file is where a folder is needed",
};
