import { sep } from "node:path";

/** Returns true if a path is a folder or lies below it. Both are absolute and real. */
export function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
