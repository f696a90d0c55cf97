import { readdirSync, realpathSync } from "node:fs";
import { readRegularFile } from "../../node-host/read-regular-file.js";

/** The names in a folder; none if it can't be listed. */
export function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The text of a file; `undefined` if it can't be read, or is a pipe or a device, which could be read forever. */
export function readText(path: string): string | undefined {
  try {
    return Buffer.from(readRegularFile(realpathSync.native(path), path)).toString("utf8");
  } catch {
    return undefined;
  }
}
