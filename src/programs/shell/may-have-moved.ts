import type { Range } from "../../contract/spec-node.js";
import { contains, type Script, type ScriptInput, type SimpleCommand } from "./script.js";

/**
 * Returns whether a command that changes the folder may have run when a part of the script is: it stands before it, or
 * both are in a loop, and no subshell around the command ends before. When functions and scripts within the script run
 * isn't known.
 */
export function mayHaveMoved({ functions, loops, subshells }: Script): (command: SimpleCommand, at: ScriptInput) => boolean {
  const isAnytime = (range: Range) => functions.some(({ body }) => contains(body, range));
  return ({ range, depth }, at) => {
    if (depth > 0 || at.depth > 0 || isAnytime(range) || isAnytime(at)) return true;
    if (subshells.some((one) => contains(one, range) && !contains(one, at) && !contains(at, one))) return false;
    return at.end > range.start || loops.some((one) => contains(one, range) && contains(one, at));
  };
}
