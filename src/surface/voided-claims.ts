import type { PlacedValue } from "../model/place-class.js";
import type { Model, ToolModel } from "../model/tool.js";
import { compareTools } from "./compare-tools.js";
import { ownMember } from "./own-member.js";
import { parseSurfaceLock } from "./surface-lock-file.js";
import { surfaceName, toolSurface } from "./surface-of-model.js";

/**
 * Returns a function that finds the claims of a tool which `toolgen.lock` doesn't have: those about another command,
 * and those that are new in a known tool. All claims of a new tool are in the lock that its build writes. A lock that
 * can't be read has none.
 */
export function findVoidedClaims(model: Model, lockText: string): (tool: ToolModel) => readonly PlacedValue[] {
  const lock = parseSurfaceLock(lockText);
  return (tool) => {
    const claims = tool.values.filter(({ claimedIn }) => claimedIn !== undefined);
    if (claims.length === 0) return [];
    if (!lock.ok) return claims;
    const names = [surfaceName(tool), ...tool.nameAliases];
    const locked = names.map((name) => ownMember(lock.surface.tools, name)).find((one) => one !== undefined);
    if (locked === undefined) return [];
    const added = compareTools(locked, toolSurface(tool, model)).filter(({ code }) => code === "data-claimed");
    return claims.filter(({ param, claimedIn }) => added.some(({ at, after }) => at === param && after === claimedIn));
  };
}
