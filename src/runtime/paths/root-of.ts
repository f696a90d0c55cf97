import { resolve, sep } from "node:path";
import type { ProjectPaths } from "../contract/definition.js";

/** The folders that a call's paths are judged by; all absolute. `cwd` is where the program will run. */
export interface PathContext {
  readonly workspace: string;
  readonly projectDir: string;
  readonly cwd: string;
}

/** A folder that a value counts from, and whether it may leave it. */
export interface Root {
  readonly name: string;
  readonly dir: string;
  readonly bounded: boolean;
}

/** `any` has no bound; what is relative under it counts from the workspace. */
export function rootOf(name: string, project: ProjectPaths, { workspace, projectDir }: Omit<PathContext, "cwd">): Root {
  const dir = Object.hasOwn(project.roots, name) ? project.roots[name] : undefined;
  if (dir !== undefined) return { name, dir: resolve(projectDir, dir), bounded: true };
  if (name === "workspace") return { name, dir: workspace, bounded: true };
  if (name === "any") return { name, dir: workspace, bounded: false };
  throw new Error(`no such root: ${name}`);
}

/** Returns true if a path is a folder or below it, lexically. */
export function isWithin(place: string, folder: string): boolean {
  return place === folder || place.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
