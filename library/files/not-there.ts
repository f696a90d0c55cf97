import { ToolError } from "toolgen/runtime";
import { type PathKind, pathMeant } from "./path-meant.js";

interface Wanted {
  readonly cwd: string;
  readonly kind: PathKind;
}

/** Throws the advice for a path at which nothing is. */
export function notThere(path: string, wanted: Wanted): never {
  throw new ToolError(whatIsThere(path, wanted));
}

/**
 * Says that nothing is at a path, and what may have been meant: the path that is most like it, or else how far it is
 * right.
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
