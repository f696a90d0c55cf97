import { closeSync, constants, openSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import { userTempFolder } from "../io/user-temp-folder.js";

/** An output to be kept whole: its tool, its bytes, and the environment that names the temporary folder. */
export interface FullOutput {
  readonly toolName: string;
  readonly stream: "stdout" | "stderr";
  readonly bytes: Buffer;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The extension of the file's name; by default `txt`. */
  readonly extension?: string;
}

/**
 * Writes an output to a new file in `$TMPDIR/toolgen-UID` that only the user can read, and returns its path. Returns
 * `undefined` if that folder isn't the user's own (in a shared `/tmp` anybody can create one of this name, or a link),
 * or if the file can't be written. Files older than a day are deleted.
 */
export function keepFullOutput({ toolName, stream, bytes, env, extension = "txt" }: FullOutput): string | undefined {
  try {
    const folder = userTempFolder(env);
    if (folder === undefined) return undefined;
    const random = process.getBuiltinModule("node:crypto").randomBytes(8).toString("hex");
    const path = join(folder, `${toolName.replaceAll(/[^\w-]/g, "_")}-${random}${stream === "stderr" ? ".stderr" : ""}.${extension}`);
    return writeNew(path, bytes) ? path : undefined;
  } catch {
    return undefined;
  }
}

function writeNew(path: string, bytes: Buffer): boolean {
  const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o600);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    return true;
  } catch {
    // The disk is full: half an output must not look like a complete one.
    unlinkSync(path);
    return false;
  } finally {
    closeSync(file);
  }
}
