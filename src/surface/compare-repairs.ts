import type { NamelessChange } from "./change.js";
import { compareLists } from "./compare-lists.js";
import { ownMember } from "./own-member.js";
import type { ToolSurface } from "./surface.js";

type Repaired = Pick<ToolSurface, "repairs">;

/** Compares what the specs' repairs accept. An older lock doesn't say it, and then nothing is compared. */
export function compareRepairs({ repairs: before }: Repaired, { repairs: after }: Repaired): readonly NamelessChange[] {
  if (before === undefined || after === undefined) return [];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((at) =>
    compareLists({
      before: ownMember(before, at) ?? [],
      after: ownMember(after, at) ?? [],
      removed: "repair-removed",
      added: "repair-added",
      at,
    }),
  );
}
