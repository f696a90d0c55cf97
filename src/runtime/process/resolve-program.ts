import { accessSync, constants, statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";

/**
 * How a program is looked up: its name or path, the folder that relative paths are relative to, and PATH as the program
 * will see it.
 */
export interface ProgramQuery {
  readonly program: string;
  readonly cwd: string;
  readonly path: string | undefined;
}

/**
 * Finds a program as a shell would: a name with `/` is a path, any other is looked up on PATH, where an empty entry is
 * the call's folder. Returns its absolute path. Done before the start, to distinguish a missing program from one that
 * exits with 127.
 */
export function resolveProgram(query: ProgramQuery): string | undefined {
  return candidatePaths(query).find(isProgram);
}

/** The candidates, in the order of the search. */
export function candidatePaths({ program, cwd, path = "/usr/bin:/bin" }: ProgramQuery): readonly string[] {
  if (isAbsolute(program)) return [program];
  return program.includes("/") ? [resolve(cwd, program)] : path.split(":").map((entry) => resolve(cwd, entry, program));
}

function isProgram(path: string): boolean {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
