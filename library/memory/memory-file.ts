import { existsSync, lstatSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join, relative, resolve, sep } from "node:path";
import { ToolError } from "toolgen/runtime";
import { isBelow } from "../files/is-below.js";

/** The file that stores a fact, and its name for models. */
export interface MemoryFile {
  readonly path: string;
  readonly shown: string;
}

/**
 * The files that agents read when they start in a project's folder. The first one that exists is used. If none exists,
 * the first is created.
 */
const projectFiles = ["AGENTS.md", "GEMINI.md", "CLAUDE.md"];

/** The file of the project or the user's own. The environment may name others: the model has no influence on that. */
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

/**
 * Segments of a path below which no memories are stored: files that Git runs, and files that a build or a call has
 * written.
 */
const protectedSteps = new Set([".git", ".toolgen", "generated"]);

function ofProject(cwd: string): MemoryFile {
  const name = projectFiles.find((one) => existsSync(join(cwd, one))) ?? basename(projectFiles[0] ?? "");
  const path = join(cwd, name);
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) refuseLink(name, cwd);
  return { path, shown: name };
}

/** A repository may contain a link with this name. It may lead only to a Markdown file in the workspace. */
function refuseLink(name: string, cwd: string): void {
  const reason = existsSync(join(cwd, name)) ? reasonAgainst(realpathSync(join(cwd, name)), realpathSync(cwd)) : "leads nowhere";
  if (reason === undefined) return;
  throw new ToolError(
    `${name} is a link that ${reason}: memories go to Markdown files of the workspace alone. Ask the user to put a file in its place, or to name another with TOOLGEN_MEMORY_FILE.`,
  );
}

function reasonAgainst(real: string, workspace: string): string | undefined {
  if (!isBelow(real, workspace)) return "leads outside of the workspace";
  const target = relative(workspace, real);
  const isProtected = target.split(sep).some((step) => protectedSteps.has(step.toLowerCase()));
  return !isProtected && /\.md$/i.test(target) && statSync(real).isFile() ? undefined : `leads to ${target || "the workspace itself"}`;
}
