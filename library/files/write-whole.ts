import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { ToolError } from "toolgen/runtime";
import { removeLeftovers, temporaryName } from "./temporary-file.js";

/**
 * Puts bytes into a file, whole or not at all: they are written beside it, and then take its place, its mode kept. So whoever reads it, and whatever ends
 * this process, finds the old file or the new one; what a process that was ended leaves beside it, a later write removes. Links are followed, and folders
 * that aren't there are made.
 */
export function writeWhole(path: string, bytes: Uint8Array): void {
  const file = targetOf(path);
  const old = statSync(file, { throwIfNoEntry: false });
  if (old !== undefined && !mayWrite(file)) throw new ToolError(`'${path}' may not be written: its permissions forbid it.`);
  mkdirSync(dirname(file), { recursive: true });
  const temporary = join(dirname(file), temporaryName());
  try {
    const handle = openSync(temporary, "wx", old === undefined ? 0o666 : 0o600);
    try {
      writeFileSync(handle, bytes);
      if (old !== undefined) fchmodSync(handle, old.mode & 0o7777);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, file);
    removeLeftovers(dirname(file));
  } catch (error) {
    rmSync(temporary, { force: true });
    if (old === undefined || !isForbidden(error)) throw error;
    throw new ToolError(
      `'${path}' was not changed: nothing can be put into its folder, so it can't be exchanged whole, and half of it might be lost.`,
    );
  }
}

/** What a path names, behind all links. */
function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) throw new ToolError(`'${path}' is a link that leads nowhere.`);
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return path;
    throw error;
  }
}

function mayWrite(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

const isForbidden = (error: unknown) =>
  error instanceof Error && "code" in error && ["EACCES", "EPERM", "EROFS", "EBUSY"].includes(String(error.code));
