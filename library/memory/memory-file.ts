import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join, resolve } from "node:path";
import { ToolError } from "toolgen/runtime";
import { isBelow } from "../files/is-below.js";

/** Where a fact is remembered: the file, and what it is called before models. */
export interface MemoryFile {
  readonly path: string;
  readonly shown: string;
}

/** What agents read in a project's folder when they begin. The first that is there is taken; where none is, the first is made. */
const projectFiles = ["AGENTS.md", "GEMINI.md", "CLAUDE.md"];

/** The file of the project or the user's own. The environment may name others: the model has no say in it. */
export function memoryFile(scope: "project" | "global", cwd: string): MemoryFile {
  const { TOOLGEN_MEMORY_FILE, TOOLGEN_GLOBAL_MEMORY_FILE } = process.env;
  if (scope === "project") return TOOLGEN_MEMORY_FILE ? named(TOOLGEN_MEMORY_FILE, cwd) : ofProject(cwd);
  return named(TOOLGEN_GLOBAL_MEMORY_FILE || "~/.gemini/GEMINI.md", cwd);
}

function named(name: string, cwd: string): MemoryFile {
  const home = process.env.GEMINI_CLI_HOME || homedir();
  return {
    path: resolve(
      cwd,
      name.replace(/^~(?=\/|$)/, () => home),
    ),
    shown: name,
  };
}

/** A repository of somebody else's may hold a link by this name: what it leads to is not for it to say. */
function ofProject(cwd: string): MemoryFile {
  const name = projectFiles.find((one) => existsSync(join(cwd, one))) ?? basename(projectFiles[0] ?? "");
  const path = join(cwd, name);
  if (existsSync(path) && !isBelow(realpathSync(path), realpathSync(cwd)))
    throw new ToolError(`${name} is a link that leads outside of the workspace. TOOLGEN_MEMORY_FILE names another file for memories.`);
  return { path, shown: name };
}
