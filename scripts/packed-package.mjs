import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
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
