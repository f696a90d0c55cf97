import { statSync } from "node:fs";

/**
 * Returns a text that changes with the content of a file, also if another file takes its place. Throws if there is no
 * file.
 */
export function changeMark(path: string): string {
  const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs].join(" ");
}

/** The same. Empty if there is no file that can be looked at. */
export function markIfThere(path: string): string {
  try {
    return changeMark(path);
  } catch {
    return "";
  }
}
