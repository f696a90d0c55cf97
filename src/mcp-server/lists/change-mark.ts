import { statSync } from "node:fs";

/**
 * Returns a text that changes with the content of a file, also if another file takes its place. Throws if there is no
 * file.
 */
export function changeMark(path: string): string {
  const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs].join(" ");
}
