import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Checks whether a program is in a folder of PATH. */
export function isOnPath(program: string, { PATH = "" }: Readonly<Record<string, string | undefined>>): boolean {
  return PATH.split(delimiter).some((folder) => folder !== "" && isExecutable(join(folder, program)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
