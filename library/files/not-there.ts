import { ToolError } from "toolgen/runtime";
import { type PathKind, pathMeant } from "./path-meant.js";

interface Wanted {
  readonly cwd: string;
  readonly kind: PathKind;
}

/** Throws the advice for a path that doesn't exist. */
export function notThere(path: string, wanted: Wanted): never {
  throw new ToolError(whatIsThere(path, wanted));
}

/**
 * Says that a path doesn't exist, and what may have been meant: the most similar path, or else its longest existing
 * part.
 */
export function whatIsThere(path: string, { cwd, kind }: Wanted): string {
  const found = pathMeant(path, { cwd, kind });
  return `There is no ${kind} '${path}'. ${adviceOf(found)}`;
}

function adviceOf(found: ReturnType<typeof pathMeant>): string {
  if (found?.meant !== undefined) return `Did you mean ${found.meant}?`;
  if (found === undefined) return "Find it with glob.";
  const folder = found.folder === "." ? "the workspace" : found.folder;
  return `The nearest folder that is there is ${folder}: list it, or find what is meant with glob.`;
}
