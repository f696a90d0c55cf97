import {
  closeSync,
  fchmodSync,
  fstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { HostError, temporarySuffix } from "../host.js";
import { errorCode } from "../process.js";
import type { Boundary } from "./boundary.js";

export interface Replacement {
  readonly path: string;
  readonly text: string;
  readonly mode: number;
  /** The mode as it is, whatever the process's own mask. */
  readonly isExact?: true;
}

/**
 * Replaces a file atomically: a temporary file beside it, then a rename. The file's own name may be a link, which the
 * rename replaces.
 */
export function replaceFile(bounds: Boundary, { path, text, mode, isExact }: Replacement): void {
  const realPath = bounds.entryIn(path);
  const temporary = realPath + temporarySuffix;
  const file = create(temporary, mode);
  try {
    try {
      checkNotMoved(file, temporary, path);
      writeFileSync(file, text);
      if (isExact) fchmodSync(file, mode);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, realPath);
  } catch (error) {
    removeQuietly(temporary);
    throw error;
  }
}

/** Replaces a file that a killed build left under this name. `wx` follows no link. */
function create(temporary: string, mode: number): number {
  try {
    return openSync(temporary, "wx", mode);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    unlinkSync(temporary);
    return openSync(temporary, "wx", mode);
  }
}

/**
 * A folder on the way may have become a link since its real path was found: then the new file is in the wrong place,
 * and stays empty.
 */
function checkNotMoved(file: number, temporary: string, path: string): void {
  const there = realpathSync.native(temporary) === temporary ? statSync(temporary) : undefined;
  const made = fstatSync(file);
  if (there?.ino !== made.ino || there.dev !== made.dev)
    throw new HostError({ code: "EOUTSIDE", path, message: `'${path}' was moved while it was written` });
}

function removeQuietly(realPath: string): void {
  try {
    rmSync(realPath, { force: true });
  } catch {
    // The first error is the one to report. The next build removes the leftovers.
  }
}

/** Removes a file or a link, and the folders that this leaves empty. */
export function removeFile(bounds: Boundary, path: string): void {
  try {
    const realPath = bounds.entry(path);
    unlinkSync(realPath);
    removeEmptyFolders(dirname(realPath), bounds.root);
  } catch (error) {
    if (!["ENOENT", "ENOTDIR"].includes(errorCode(error) ?? "")) throw error;
  }
}

/** Removes a folder and those above it, as long as they are empty. */
export function removeEmptyFolders(deepest: string, root: string): void {
  try {
    for (let folder = deepest; folder !== root; folder = dirname(folder)) rmdirSync(folder);
  } catch {
    // It isn't empty, or may not be removed: then it stays.
  }
}
