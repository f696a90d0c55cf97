import { accessSync, constants, statSync } from "node:fs";
import { resolve } from "node:path";
import type { PreparedCall } from "../contract/call.js";
import type { NotStarted } from "../contract/run-outcome.js";
import { candidatePaths, type ProgramQuery } from "./resolve-program.js";

/**
 * Returns the reason why a program was not found, as opposed to one that isn't executable, and to a missing working
 * directory.
 */
export function notFound({ program, cwd, path }: ProgramQuery): NotStarted {
  return (
    folderProblem(program, cwd) ?? (program.includes("/") ? wrongPath(program, resolve(cwd, program)) : notOnPath({ program, cwd, path }))
  );
}

/** Returns why the guard, or a program that was found, could not be started. */
export function spawnError({ program, cwd }: Pick<PreparedCall, "program" | "cwd">, code: string | undefined): NotStarted {
  if (code === "E2BIG") {
    return { kind: "tooLong", message: `The arguments of ${program} are longer than this system allows. Pass less in one call.` };
  }
  return folderProblem(program, cwd) ?? unstartable(program, code);
}

function unstartable(program: string, code: string | undefined): NotStarted {
  if (code === "ENOENT") return { kind: "unavailable", message: "/bin/sh is missing; toolgen needs it to guard what it starts." };
  return { kind: "unstartable", message: `${program} could not be started: ${code ?? "unknown error"}.` };
}

function notOnPath(query: ProgramQuery): NotStarted {
  const blocked = candidatePaths(query).find((path) => stateOf(path) === "notExecutable");
  return blocked === undefined
    ? { kind: "notFound", message: `The program ${query.program} was not found on PATH. Is it installed, and is its folder on PATH?` }
    : { kind: "notExecutable", message: `The program ${query.program} was found as ${blocked}, which is not executable.` };
}

function wrongPath(program: string, path: string): NotStarted {
  switch (stateOf(path)) {
    case "missing":
      return { kind: "notFound", message: `The program ${program} does not exist.` };
    case "noFile":
      return { kind: "notExecutable", message: `${program} is a directory or special file, not an executable.` };
    case "notExecutable":
      return { kind: "notExecutable", message: `The file ${program} is not executable. Is its executable bit set?` };
  }
}

function stateOf(path: string): "missing" | "noFile" | "notExecutable" {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return "missing";
    if (!stats.isFile()) return "noFile";
    accessSync(path, constants.X_OK);
    // It was created after the look-up.
    return "missing";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EACCES" ? "notExecutable" : "missing";
  }
}

function folderProblem(program: string, cwd: string): NotStarted | undefined {
  if (isFolder(cwd)) return undefined;
  return { kind: "unstartable", message: `The working directory of ${program} does not exist or is not a directory: ${cwd}` };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
