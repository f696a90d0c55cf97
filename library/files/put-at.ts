import {
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { lstatOrNone } from "./lstat-or-none.js";
import { removeLeftovers, temporaryName } from "./temporary-file.js";

interface Move {
  readonly from: string;
  readonly to: string;
  readonly overwrite: boolean;
}

/**
 * Moves a file or link atomically; without `overwrite`, returns `false` if the target exists, even if it was created at
 * the last moment. To another device, a copy is first made beside the target.
 */
export function putAt(move: Move): boolean {
  if (!isAcrossDevices(move)) return put(move);
  const copy = join(dirname(move.to), temporaryName());
  try {
    copyTo(move.from, copy);
    if (!put({ ...move, from: copy })) return false;
  } finally {
    rmSync(copy, { force: true });
  }
  unlinkSync(move.from);
  removeLeftovers(dirname(move.to));
  return true;
}

const isAcrossDevices = ({ from, to }: Move) => lstatSync(from).dev !== lstatSync(dirname(to)).dev;

/** A hard link is created only if the target is missing; renaming would replace it. */
function put({ from, to, overwrite }: Move): boolean {
  if (!overwrite) {
    try {
      linkSync(from, to);
      unlinkSync(from);
      return true;
    } catch (error) {
      if (codeOf(error) === "EEXIST") return false;
      if (!withoutLinks.includes(codeOf(error))) throw error;
      if (lstatOrNone(to) !== undefined) return false;
    }
  }
  renameSync(from, to);
  return true;
}

/** Errors of file systems that don't support hard links. */
const withoutLinks = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");

function copyTo(from: string, copy: string): void {
  const stat = lstatSync(from);
  if (stat.isSymbolicLink()) {
    symlinkSync(readlinkSync(from), copy);
  } else {
    copyFileSync(from, copy, constants.COPYFILE_EXCL);
    utimesSync(copy, stat.atime, stat.mtime);
  }
}
