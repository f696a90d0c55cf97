import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** How a folder with a lockfile of its own is installed: its packages' install scripts are not run. */
export const installArguments = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

/**
 * Checks whether the packages of a folder's lockfile are installed there, and records that they are. So large folders
 * are installed once for each content of the lockfile.
 */
export function lockfileStamp(folder) {
  const wanted = createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .digest("hex");
  const stamp = join(folder, "node_modules", ".installed-lockfile");
  return {
    isInstalled: existsSync(stamp) && readFileSync(stamp, "utf8") === wanted,
    write: () => writeFileSync(stamp, wanted),
  };
}
