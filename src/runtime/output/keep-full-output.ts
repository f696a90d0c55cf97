import { chmodSync, closeSync, constants, lstatSync, mkdirSync, openSync, readdirSync, unlinkSync, writeSync } from "node:fs";
import { join, resolve } from "node:path";

/** An output to be kept whole: whose it is, its bytes, and the environment that says where temporary files go. */
export interface FullOutput {
  readonly toolName: string;
  readonly stream: "stdout" | "stderr";
  readonly bytes: Buffer;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Of the file's name; by default `txt`. */
  readonly extension?: string;
}

const dayMs = 24 * 60 * 60 * 1000;
const ourNames = /^[\w-]+-[0-9a-f]{16}(?:\.stderr)?\.[a-z0-9]+$/;

/**
 * Writes an output to a new file in `$TMPDIR/toolgen-UID` that only the user can read, and answers its path. `undefined` if that
 * folder isn't the user's own (in a shared `/tmp` anybody can make one of this name, or a link), or if the file can't be written.
 * Files older than a day go on the way (DESIGN, "Decided").
 */
export function keepFullOutput({ toolName, stream, bytes, env, extension = "txt" }: FullOutput): string | undefined {
  try {
    const folder = ownFolder(resolve(env.TMPDIR || "/tmp"));
    if (folder === undefined) return undefined;
    removeOld(folder);
    const random = process.getBuiltinModule("node:crypto").randomBytes(8).toString("hex");
    const path = join(folder, `${toolName.replaceAll(/[^\w-]/g, "_")}-${random}${stream === "stderr" ? ".stderr" : ""}.${extension}`);
    return writeNew(path, bytes) ? path : undefined;
  } catch {
    return undefined;
  }
}

function ownFolder(temporary: string): string | undefined {
  const user = process.getuid?.();
  if (user === undefined) return undefined;
  const folder = join(temporary, `toolgen-${user}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") return undefined;
  }
  // A symbolic link is no directory to lstat.
  const stats = lstatSync(folder);
  if (!stats.isDirectory() || stats.uid !== user) return undefined;
  if ((stats.mode & 0o777) !== 0o700) chmodSync(folder, 0o700);
  return folder;
}

function writeNew(path: string, bytes: Buffer): boolean {
  const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o600);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    return true;
  } catch {
    // A full disk: half an output under the name of a full one would mislead.
    unlinkSync(path);
    return false;
  } finally {
    closeSync(file);
  }
}

function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!ourNames.test(name)) continue;
    const path = join(folder, name);
    try {
      if (Date.now() - lstatSync(path).mtimeMs > dayMs) unlinkSync(path);
    } catch {
      // Another call removed it first.
    }
  }
}
