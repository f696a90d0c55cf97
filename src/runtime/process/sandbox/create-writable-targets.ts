import { lstatSync, mkdirSync, rmdirSync, rmSync, type Stats, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Confinement } from "../../contract/confinement.js";
import { recheckPath } from "../../paths/recheck-path.js";
import { resolveLinks } from "../../paths/resolve-links.js";
import { isWithin } from "../../paths/root-of.js";

/** Empty files and folders that were created so that a sandbox can open them and nothing beside them. */
export interface CreatedTargets {
  readonly problem: string | undefined;
  /** Removes those that the program didn't change. */
  readonly undo: () => void;
}

/**
 * Creates the missing targets that a program may write, because a sandbox can only open what exists. Opening the parent
 * folder instead would let the program write everything in it.
 */
export function createWritableTargets({ rules, workspace, paths }: Confinement): CreatedTargets {
  const made: string[] = [];
  const removeCreated = () => made.forEach(removeUntouched);
  if (rules.write === "none") return { problem: undefined, undo: removeCreated };
  const writableRoot = rules.write === "workspace" ? resolveLinks(workspace) : undefined;
  for (const { path, type, within } of paths.filter(({ access }) => access !== "read")) {
    const walked = recheckPath(path, within);
    // The program reports the problem of such a path itself, because it isn't opened.
    if (!walked.ok || (writableRoot?.ok && isWithin(walked.real, writableRoot.real)) || isThere(walked.real)) continue;
    if (!isFolder(dirname(walked.real))) {
      removeCreated();
      return {
        problem: `The folder of ${path} doesn't exist, and the sandbox of this tool can't create it: create it first.`,
        undo: removeCreated,
      };
    }
    try {
      make(walked.real, type === "directory");
      made.push(walked.real);
    } catch (error) {
      removeCreated();
      return { problem: `${path} can't be made: ${error instanceof Error ? error.message : String(error)}.`, undo: removeCreated };
    }
  }
  return { problem: undefined, undo: removeCreated };
}

function make(path: string, folder: boolean): void {
  if (folder) {
    mkdirSync(path);
    return;
  }
  writeFileSync(path, "", { flag: "wx" });
  // A time that no program sets: whatever is written or touched has another.
  utimesSync(path, 0, 0);
}

function removeUntouched(path: string): void {
  try {
    const stats = lstatSync(path);
    if (stats.isDirectory()) rmdirSync(path);
    else if (stats.isFile() && stats.size === 0 && stats.mtimeMs === 0) rmSync(path);
  } catch {
    // It was deleted, or isn't empty.
  }
}

const isThere = (path: string) => statsOrNone(() => lstatSync(path)) !== undefined;

const isFolder = (path: string) => statsOrNone(() => statSync(path))?.isDirectory() === true;

/** Returns `undefined` for a path that can't be read, below a file for instance. The program can't read it either. */
function statsOrNone(look: () => Stats): Stats | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
