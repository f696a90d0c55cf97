import type { NamelessChange } from "./change.js";
import { compareAccess } from "./compare-access.js";
import { compareDetails } from "./details/compare-details.js";
import { ownMember } from "./own-member.js";
import type { CompletionSurface, CompletionsSurface, Details } from "./surface.js";

/** Compares the commands that complete the parameters of a prompt or a resource. */
export function compareCompletions(before: CompletionsSurface = {}, after: CompletionsSurface = {}): readonly NamelessChange[] {
  const parameters = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return parameters.flatMap((parameter): readonly NamelessChange[] => {
    const at = `complete.${parameter}`;
    const [old, now] = [ownMember(before, parameter), ownMember(after, parameter)];
    if (old === undefined) return now === undefined ? [] : [{ code: "completion-added", at, after: now.programs.join(", ") }];
    if (now === undefined) return [{ code: "completion-removed", at }];
    return [
      ...compareAccess(old, now).map((change) => ({ ...change, at: change.at === undefined ? at : `${at}.paths.${change.at}` })),
      ...compareCompletionDetails(old, now).map(
        ({ keyword }): NamelessChange => ({ code: "setting-changed", keyword: `${at}.${keyword}` }),
      ),
    ];
  });
}

/** No call depends on a completion, so any change is one of a setting. New paths and secrets are reported as access. */
function compareCompletionDetails({ details: before = {} }: CompletionSurface, { details: after = {} }: CompletionSurface) {
  const isNew = (key: string, other: Details) => /^(?:paths|secrets)\./.test(key) && !Object.hasOwn(other, key);
  const shared = (details: Details, other: Details) => Object.fromEntries(Object.entries(details).filter(([key]) => !isNew(key, other)));
  return compareDetails(shared(before, after), shared(after, before));
}
