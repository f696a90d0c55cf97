import { randomBytes } from "node:crypto";
import { lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "./is-alive.js";

/**
 * The name of a temporary file that is written beside another one and then replaces it. The name identifies its writer,
 * so that later writes can clean up after a killed one.
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
