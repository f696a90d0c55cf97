import { accessSync, constants, statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";

/** Where a program is looked for: its name or path, the folder that relative places count from, and PATH as the program will see it. */
export interface ProgramQuery {
  readonly program: string;
  readonly cwd: string;
  readonly path: string | undefined;
}

/**
 * Finds a program as a shell would: a name with `/` is taken as it is, any other is looked for on PATH, where an empty entry is the
 * call's folder. Answers its absolute path. Done before the start so that "missing" is told apart from a program that exits with 127.
 */
export function resolveProgram(query: ProgramQuery): string | undefined {
  return placesOf(query).find(isProgram);
}

/** Where a program can be, in the order in which it is looked for. */
export function placesOf({ program, cwd, path = "/usr/bin:/bin" }: ProgramQuery): readonly string[] {
  if (isAbsolute(program)) return [program];
  return program.includes("/") ? [resolve(cwd, program)] : path.split(":").map((entry) => resolve(cwd, entry, program));
}

function isProgram(place: string): boolean {
  try {
    if (statSync(place, { throwIfNoEntry: false })?.isFile() !== true) return false;
    accessSync(place, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
