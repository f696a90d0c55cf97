import type { NamelessChange } from "./change.js";
import { compareAccess } from "./compare-access.js";
import { ownMember } from "./own-member.js";
import type { CompletionsSurface } from "./surface.js";

/** Compares the commands that complete the parameters of a prompt or a resource. */
export function compareCompletions(before: CompletionsSurface = {}, after: CompletionsSurface = {}): readonly NamelessChange[] {
  const parameters = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return parameters.flatMap((parameter): readonly NamelessChange[] => {
    const at = `complete.${parameter}`;
    const [old, now] = [ownMember(before, parameter), ownMember(after, parameter)];
    if (old === undefined) return now === undefined ? [] : [{ code: "completion-added", at, after: now.programs.join(", ") }];
    if (now === undefined) return [{ code: "completion-removed", at }];
    return compareAccess(old, now).map((change) => ({ ...change, at: change.at === undefined ? at : `${at}.paths.${change.at}` }));
  });
}
