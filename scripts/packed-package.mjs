import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** How many MB the package and its dependencies may take in a user's `node_modules`. */
export const mostInstalledMB = 50;

/** The arguments for npm that pack the package into an empty folder, as it would be published. */
export const packArguments = (folder) => ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder];

/** The path of the package that was packed into a folder. */
export const packedIn = (folder) => join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "");

/** Makes the folder of a user, and returns the arguments for npm that install a packed package there. */
export function installArgumentsIn(user, tarball) {
  mkdirSync(user);
  writeFileSync(join(user, "package.json"), '{ "private": true }\n');
  return ["install", "--omit=dev", "--silent", "--no-audit", "--no-fund", "--prefer-offline", tarball];
}

/** The smallest disk space of a file on the most common file systems. */
const block = 4096;

/**
 * Returns the disk space of the files below a folder in bytes, in whole blocks. A file with two names counts once, such
 * as esbuild's binary, which its installation links into a second package.
 */
export function sizeOnDisk(folder, seen = new Set()) {
  let sum = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const { dev, ino, size } = statSync(join(entry.parentPath, entry.name));
    if (seen.has(`${dev}:${ino}`)) continue;
    seen.add(`${dev}:${ino}`);
    sum += Math.ceil(size / block) * block;
  }
  return sum;
}

/** Every package in a `node_modules` with its disk space, the largest first. */
export function installedPackages(folder) {
  const names = readdirSync(folder)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) => (name.startsWith("@") ? readdirSync(join(folder, name)).map((inner) => `${name}/${inner}`) : [name]));
  const seen = new Set();
  return names.map((name) => ({ name, bytes: sizeOnDisk(join(folder, name), seen) })).sort((one, other) => other.bytes - one.bytes);
}
