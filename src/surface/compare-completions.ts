import type { NamelessChange } from "./change.js";
import { compareAccess } from "./compare-access.js";
import { ownMember } from "./own-member.js";
import type { CompletionsSurface } from "./surface.js";

/** Compares the commands that complete the parameters of a prompt or a resource. */
export function compareCompletions(before: CompletionsSurface = {}, after: CompletionsSurface = {}): readonly NamelessChange[] {
  const parameters = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return parameters.flatMap((at): readonly NamelessChange[] => {
    const [old, now] = [ownMember(before, at), ownMember(after, at)];
    if (old === undefined) return now === undefined ? [] : [{ code: "completion-added", at, after: now.programs.join(", ") }];
    return now === undefined ? [{ code: "completion-removed", at }] : compareAccess(old, now);
  });
}
