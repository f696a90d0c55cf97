import { statSync } from "node:fs";

/** Returns a text that changes with the content of a file, also if another file takes its place. */
export function changeMark(path: string): string {
  const { mtimeMs, ctimeMs, size, ino } = statSync(path);
  return `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
}
