import { resolve, sep } from "node:path";
import type { ProjectPaths } from "../contract/definition.js";

/** The folders that a call's paths are checked against; all absolute. `cwd` is where the program will run. */
export interface PathContext {
  readonly workspace: string;
  readonly projectDir: string;
  readonly cwd: string;
}

/** The folder that a value is relative to, and whether it may leave it. */
export interface Root {
  readonly name: string;
  readonly dir: string;
  readonly bounded: boolean;
}

/** `any` has no bound; relative paths under it are relative to the workspace. */
export function rootOf(name: string, project: ProjectPaths, { workspace, projectDir }: Omit<PathContext, "cwd">): Root {
  const dir = Object.hasOwn(project.roots, name) ? project.roots[name] : undefined;
  if (dir !== undefined) return { name, dir: resolve(projectDir, dir), bounded: true };
  if (name === "workspace") return { name, dir: workspace, bounded: true };
  if (name === "any") return { name, dir: workspace, bounded: false };
  throw new Error(`no such root: ${name}`);
}

/** Returns true if a path is a folder or below it, lexically. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
