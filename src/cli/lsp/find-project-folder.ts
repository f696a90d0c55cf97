import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { configFile } from "../../check/project/config.js";

/**
 * The folder of the project that a file belongs to: the nearest above it with a `toolgen.yaml`, otherwise the nearest
 * with a `tools.d`. The search ends at the folders that the editor has opened, if the file is in one of them.
 */
export function findProjectFolder(file: string, workspaceFolders: readonly string[]): string | undefined {
  const end = workspaceFolders.filter((folder) => isInside(file, folder)).sort((a, b) => a.length - b.length)[0];
  const folders: string[] = [];
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    folders.push(folder);
    if (folder === end || folder === dirname(folder)) break;
  }
  return folders.find((folder) => existsSync(join(folder, configFile))) ?? folders.find((folder) => existsSync(join(folder, "tools.d")));
}

/** A file's path relative to a folder, with `/` between its parts; `undefined` if it is not inside. */
export function pathInside(file: string, folder: string): string | undefined {
  return isInside(file, folder) ? relative(folder, file).split(sep).join("/") : undefined;
}

const isInside = (file: string, folder: string) => file.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
