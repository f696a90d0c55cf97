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
 * Writes a file atomically: writes its bytes to a file beside it, which then replaces it, with the same mode. So a
 * reader finds the old file or the new one, even if this process is killed. A later write removes the file that a
 * killed process leaves. Links are followed, and missing folders are created.
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

/** Resolves a path through all links. */
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
