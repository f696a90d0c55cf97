import type { NamelessChange } from "./change.js";
import { compareAccess } from "./compare-access.js";
import { compareHints } from "./compare-hints.js";
import { compareLists } from "./compare-lists.js";
import { compareParameters } from "./compare-parameters.js";
import { compareRepairs } from "./compare-repairs.js";
import { compareResults } from "./compare-results.js";
import { compareRisk } from "./compare-risk.js";
import { compareDetails } from "./details/compare-details.js";
import { findRenames, renameParameter } from "./rename-parameters.js";
import type { ToolSurface } from "./surface.js";

/**
 * Returns the changes between two forms of a tool. What was said of a renamed parameter is compared by its new name.
 */
export function compareTools(old: ToolSurface, after: ToolSurface): readonly NamelessChange[] {
  const renames = findRenames(old, after);
  const before = renames.reduce(renameParameter, old);
  return [
    ...renames.map(({ from, to }): NamelessChange => ({ code: "parameter-renamed", at: from, after: to })),
    ...compareMembership(before, after),
    ...compareParameters(before, after),
    ...compareExclusions(before, after),
    ...compareRepairs(before, after),
    ...compareResults(before.result, after.result),
    ...compareRisk(before, after),
    ...compareHints(before, after),
    ...compareAccess(before.access, after.access),
    ...compareTexts(before, after),
    ...compareDetails(before.details, after.details),
  ];
}

/** The texts that every document has. */
export function compareTexts(
  before: Pick<ToolSurface, "title" | "description">,
  after: Pick<ToolSurface, "title" | "description">,
): readonly NamelessChange[] {
  const title: readonly NamelessChange[] =
    before.title === after.title ? [] : [{ code: "title-changed", before: before.title, after: after.title }];
  return before.description === after.description ? title : [...title, { code: "description-changed" }];
}

/** The scopes that a caller's token needs. */
export const compareScopes = (before: readonly string[], after: readonly string[]): readonly NamelessChange[] =>
  compareLists({ before, after, removed: "scope-removed", added: "scope-added" });

/** The names that stand for the tool, and the clients and callers that have it. */
function compareMembership(before: ToolSurface, after: ToolSurface): readonly NamelessChange[] {
  return [
    ...compareLists({ before: before.nameAliases, after: after.nameAliases, removed: "tool-name-removed", added: "tool-name-added" }),
    ...compareLists({ before: before.targets, after: after.targets, removed: "target-removed", added: "target-added" }),
    ...compareLists({ before: before.toolsets, after: after.toolsets, removed: "toolset-removed", added: "toolset-added" }),
    ...compareScopes(before.scopes, after.scopes),
  ];
}

function compareExclusions(
  { mutuallyExclusive: before }: ToolSurface,
  { mutuallyExclusive: after }: ToolSurface,
): readonly NamelessChange[] {
  const groups = (all: ToolSurface["mutuallyExclusive"]) => all.map((group) => [...group].sort().join(", "));
  return compareLists({ before: groups(before), after: groups(after), removed: "exclusion-removed", added: "exclusion-added" });
}
