import { randomBytes } from "node:crypto";
import { lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "./is-alive.js";

/**
 * The name of a file that is written beside another until it takes its place. It tells whose it is, for the writes that
 * come after one that was killed.
 */
export const temporaryName = (): string => `.toolgen-${process.pid}-${randomBytes(8).toString("hex")}.tmp`;

const named = /^\.toolgen-(\d+)-[0-9a-f]{16}\.tmp$/;

/** No write takes as long; a process that isn't seen from here, in a container, say, may be in the middle of one. */
const leftMs = 600_000;

/** Removes what writes of this user's that were killed have left in a folder. Of whatever is in doubt, nothing. */
export function removeLeftovers(folder: string): void {
  try {
    for (const name of readdirSync(folder)) if (isLeft(name, folder)) rmSync(join(folder, name), { force: true });
  } catch {
    // The file that was to be written is. What is left stays for another time.
  }
}

function isLeft(name: string, folder: string): boolean {
  const [, pid] = named.exec(name) ?? [];
  if (pid === undefined || isAlive(Number(pid))) return false;
  const stats = lstatSync(join(folder, name));
  return stats.isFile() && stats.uid === process.getuid?.() && Date.now() - stats.mtimeMs > leftMs;
}
