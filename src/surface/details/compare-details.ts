import { deepEqual } from "../../runtime/json/deep-equal.js";
import type { NamelessChange } from "../change.js";
import { ownMember } from "../own-member.js";
import type { Details } from "../surface.js";
import { detailRule } from "./detail-rules.js";

/** Compares settings by their keys. An older lock has none, and then nothing is compared. */
export function compareDetails(before: Details | undefined, after: Details | undefined): readonly NamelessChange[] {
  if (before === undefined || after === undefined) return [];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return keys.flatMap((key): readonly NamelessChange[] => {
    const [old, now] = [ownMember(before, key), ownMember(after, key)];
    if (deepEqual(old, now)) return [];
    return detailRule(key)({ key, before: old, after: now }).map((change) => ({ ...change, keyword: change.keyword ?? key }));
  });
}
