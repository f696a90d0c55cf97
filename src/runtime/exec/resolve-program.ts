import { accessSync, constants, statSync } from "node:fs";
import { resolve } from "node:path";
import type { NotStarted } from "./outcome.js";

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
export function resolveProgram({ program, cwd, path = "/usr/bin:/bin" }: ProgramQuery): string | NotStarted {
  if (program.includes("/")) return resolvePath(program, resolve(cwd, program));
  let blocked: string | undefined;
  for (const entry of path.split(":")) {
    const place = resolve(cwd, entry, program);
    const state = judge(place);
    if (state === "program") return place;
    if (state === "notExecutable") blocked ??= place;
  }
  if (blocked !== undefined) {
    return { kind: "notExecutable", message: `The program ${program} was found as ${blocked}, which may not be executed.` };
  }
  return { kind: "notFound", message: `The program ${program} was not found on PATH. Is it installed, and is its folder on PATH?` };
}

function resolvePath(program: string, place: string): string | NotStarted {
  const state = judge(place);
  switch (state) {
    case "program":
      return place;
    case "missing":
      return { kind: "notFound", message: `The program ${program} does not exist.` };
    case "noFile":
      return { kind: "notExecutable", message: `${program} is not a program but a folder or a special file.` };
    case "notExecutable":
      return { kind: "notExecutable", message: `The file ${program} may not be executed. Is its executable bit set?` };
  }
}

type State = "missing" | "noFile" | "notExecutable" | "program";

function judge(place: string): State {
  try {
    const stats = statSync(place, { throwIfNoEntry: false });
    if (stats === undefined) return "missing";
    if (!stats.isFile()) return "noFile";
    accessSync(place, constants.X_OK);
    return "program";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EACCES" ? "notExecutable" : "missing";
  }
}
