import { leadingDashNote } from "../dash-rules.js";
import { silent } from "../template/flatten.js";
import { resolveName } from "../template/resolve-name.js";
import { isSelected } from "../template/template-scope.js";
import type { PositionsContext } from "./positions-context.js";
import type { Hole } from "./script-template.js";

/** Returns true if a value can't begin with a dash: by its schema, or as a path. */
export function isDashless({ node }: Hole, { scope, paths }: PositionsContext): boolean {
  const value = node.kind === "value" ? resolveName(node.of, silent(scope)) : undefined;
  return value !== undefined && leadingDashNote(value, { paths, allowed: [] }).mayDash;
}

/** Returns true if the call of a tool checks that a value of its script doesn't begin with a dash. */
export function isDashRefused({ node }: Hole, { scope, dashAllowed = [] }: PositionsContext): boolean {
  const value = node.kind === "value" ? resolveName(node.of, silent(scope)) : undefined;
  return value !== undefined && !isSelected(dashAllowed, value);
}
