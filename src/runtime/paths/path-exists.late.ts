import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { ToolDefinition } from "../contract/definition.js";
import { type PathContext, rootOf } from "./root-of.js";

interface Whereabouts extends Omit<PathContext, "cwd">, Partial<Pick<ToolDefinition, "paths" | "project">> {}

/**
 * Returns true if the path in a top-level parameter exists, relative to the parameter's root, or to the workspace if it
 * has none.
 */
export function pathExists(
  { param, value }: { readonly param: string; readonly value: string },
  { paths, project, ...context }: Whereabouts,
): boolean {
  const rule = paths?.find(({ target }) => target.length === 1 && target[0] === param);
  const root = rule === undefined || project === undefined ? context.workspace : rootOf(rule.root, project, context).dir;
  return existsSync(resolve(root, value));
}
