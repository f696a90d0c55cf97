import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { isAlive } from "./process.js";

/**
 * Reads a file of this user that no other user can write and that isn't a link, in such a folder; `undefined` for any
 * other. At most `mostBytes` are read.
 */
export function readPrivateFile(path: string, mostBytes: number): Buffer | undefined {
  let file: number;
  try {
    const folder = lstatSync(dirname(path));
    if (!folder.isDirectory() || !isOwn(folder)) return undefined;
    // Non-blocking, because opening a pipe with this name would wait for a writer.
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.nlink > 1 || !isOwn(stats)) return undefined;
    const bytes = Buffer.alloc(Math.min(stats.size, mostBytes));
    return bytes.subarray(0, readSync(file, bytes));
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}

const isOwn = ({ uid, mode }: Stats) => uid === process.getuid?.() && (mode & 0o022) === 0;

/**
 * Creates a folder that only this user can enter, and returns whether it is one. A link, or another user's folder, is
 * not: in a shared `/tmp` any user can create either. Nor is a folder that can't be created.
 */
export function isPrivateFolder(folder: string): boolean {
  const stats = found(folder) ?? made(folder);
  if (stats === undefined || !stats.isDirectory() || stats.uid !== process.getuid?.()) return false;
  if ((stats.mode & 0o777) !== 0o700) chmodSync(folder, 0o700);
  return true;
}

function found(folder: string): Stats | undefined {
  try {
    // A symbolic link is not a directory to lstat.
    return lstatSync(folder, { throwIfNoEntry: false });
  } catch {
    // A file is in the way, or the path is too long.
    return undefined;
  }
}

function made(folder: string): Stats | undefined {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another call may have made it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") return undefined;
  }
  return lstatSync(folder);
}

/** A file of this user to which other users have more access than its content allows. */
export class ExposedFile extends Error {}

/** The rights of the group and of others that are too many, by what they may do. */
const excessive = { nothing: 0o077, read: 0o022 } as const;

/**
 * Reads a file, unless other users may do more than it allows: nothing to a secret, only read a list of those who may
 * call. As with ssh's keys, this holds for a file of this user. The access to another user's file, such as a mounted
 * secret of a container, isn't this user's to change. Throws an `ExposedFile`, or what the system says.
 */
export function readProtectedFile(path: string, others: keyof typeof excessive): Buffer {
  const file = openSync(path, "r");
  try {
    const { uid, mode } = fstatSync(file);
    // Windows has no such modes, and no user ids.
    if (uid === process.getuid?.() && (mode & excessive[others]) !== 0)
      throw new ExposedFile(
        others === "nothing"
          ? `other users can read or change ${path}, which holds a secret. Run: chmod go= ${path}`
          : `other users can change ${path}, and so let in whom they want. Run: chmod go-w ${path}`,
      );
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

type Variables = Readonly<Record<string, string | undefined>>;

const dayMs = 24 * 60 * 60 * 1000;
/**
 * Names of toolgen's files there: full outputs, and folders of calls that were killed before they could remove them.
 */
const ourNames = /^(?:[\w-]+-[0-9a-f]{16}(?:\.stderr)?\.[a-z0-9]+|call-[0-9a-f]{32})$/;

/** Node keeps compiled code of servers in this folder there, in a folder for each version of Node. */
export const compiledFolder = "compiled";
const compiledNames = /^[0-9a-f]{8,}/;

/** The user's own folder for leftovers of calls: `toolgen-UID` in the temporary folder that `env` names. */
export function userTempFolderPath(env: Variables): string | undefined {
  const user = process.getuid?.();
  return user === undefined ? undefined : join(resolve(env.TMPDIR || "/tmp"), `toolgen-${user}`);
}

/** Returns why `userTempFolder` has no folder, as a clause. */
export const unusableTempFolder = (env: Variables): string =>
  `the folder for temporary files, ${userTempFolderPath(env)}, can't be created, or is not this user's own`;

/**
 * Creates that folder if it is missing. Returns `undefined` if it can't be created, or isn't the user's own: in a
 * shared `/tmp` any user can create one of this name, or a link. Content that is older than a day is deleted, and
 * compiled code of servers after a month.
 */
export function userTempFolder(env: Variables): string | undefined {
  const folder = userTempFolderPath(env);
  if (folder === undefined) return undefined;
  if (!isPrivateFolder(folder)) return undefined;
  removeOld(folder, { names: ourNames, olderMs: dayMs });
  const compiled = join(folder, compiledFolder);
  const ofVersions = found(compiled)?.isDirectory() === true ? readdirSync(compiled, { withFileTypes: true }) : [];
  for (const { name } of ofVersions.filter((one) => one.isDirectory()))
    removeOld(join(compiled, name), { names: compiledNames, olderMs: 30 * dayMs });
  return folder;
}

/**
 * A call looks at this many files that can stay. In a folder with hundreds, looking at all takes longer than all other
 * work of a call.
 */
const mostLooks = 16;

/** In a folder with more files than that, one call of so many looks at some. */
const callsASweep = 4;

/** Removes old files, from any one on, until it has seen enough young ones. So later calls find those that are left. */
function removeOld(folder: string, { names: ours, olderMs }: { readonly names: RegExp; readonly olderMs: number }): void {
  const names = readdirSync(folder);
  if (names.length > mostLooks && Math.random() * callsASweep > 1) return;
  const start = names.length > mostLooks ? Math.floor(Math.random() * names.length) : 0;
  for (let i = 0, young = 0; i < names.length && young < mostLooks; i++) {
    const name = names[(start + i) % names.length] ?? "";
    if (!ours.test(name)) continue;
    const path = join(folder, name);
    try {
      if (Date.now() - lstatSync(path).mtimeMs > olderMs) rmSync(path, { recursive: true });
      else young++;
    } catch {
      // Another call removed it first.
    }
  }
}

/** The value of a variable that names a file or says yes or no. `unusable`: neither of these, nor an absolute path. */
type EnvFile = { readonly kind: "off" | "unusable" } | { readonly kind: "own" } | { readonly kind: "file"; readonly path: string };

/** Reads such a variable: unset or `0` is off, `1` selects the user's own file, an absolute path that file. */
export function fileFromEnv(value = ""): EnvFile {
  if (/^(?:|0|off|no|false)$/i.test(value)) return { kind: "off" };
  if (/^(?:1|on|yes|true)$/i.test(value)) return { kind: "own" };
  return isAbsolute(value) ? { kind: "file", path: value } : { kind: "unusable" };
}

/** A file in the user's state folder (XDG); `undefined` without a home folder. */
export function stateFile({ XDG_STATE_HOME, HOME }: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  // The specification says that a relative path must be ignored.
  const state = XDG_STATE_HOME !== undefined && isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : HOME && join(HOME, ".local", "state");
  return state && isAbsolute(state) ? join(state, "toolgen", name) : undefined;
}

/**
 * Writes a user's file atomically, through a symbolic link, with its existing mode; only its owner can read a new one.
 * Temporary files of killed writes beside it are removed. Throws the file system's error.
 */
export function writeFileAtomic(path: string, text: string | Uint8Array, { mode = 0o600, keepMode = true } = {}): void {
  const present = statSync(path, { throwIfNoEntry: false });
  const target = present === undefined ? path : realpathSync(path);
  mkdirSync(dirname(target), { recursive: true });
  const temporary = join(dirname(target), temporaryName());
  try {
    writeFileSync(temporary, text, { flag: "wx", mode: present === undefined ? mode : 0o600 });
    if (present !== undefined) chmodSync(temporary, keepMode ? present.mode & 0o7777 : mode);
    renameSync(temporary, target);
    removeLeftovers(dirname(target));
  } finally {
    rmSync(temporary, { force: true });
  }
}

/**
 * The name of a temporary file that is written beside another one and then replaces it. The name identifies its writer,
 * so that later writes can clean up after a killed one. Writes of the library's tools use such names too.
 */
export const temporaryName = (): string => `.toolgen-${process.pid}-${randomBytes(8).toString("hex")}.tmp`;

const named = /^\.toolgen-(\d+)-[0-9a-f]{16}\.tmp$/;

/** No write takes this long. A process in the middle of one may be invisible from here, in a container for example. */
const leftMs = 600_000;

/** Removes temporary files that killed writes of this user have left in a folder. When in doubt, keeps the file. */
export function removeLeftovers(folder: string): void {
  try {
    for (const name of readdirSync(folder)) if (isLeft(name, folder)) rmSync(join(folder, name), { force: true });
  } catch {
    // The target was written. A leftover can be removed another time.
  }
}

function isLeft(name: string, folder: string): boolean {
  const [, pid] = named.exec(name) ?? [];
  if (pid === undefined || isAlive(Number(pid))) return false;
  const stats = lstatSync(join(folder, name));
  return stats.isFile() && stats.uid === process.getuid?.() && Date.now() - stats.mtimeMs > leftMs;
}
