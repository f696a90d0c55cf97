import type { NamelessChange } from "./change.js";
import type { ChangeCode } from "./change-kinds.js";

export interface ListComparison {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The kinds of changes for a text that is gone, and for a new one. */
  readonly removed: ChangeCode;
  readonly added: ChangeCode;
  readonly at?: string;
}

/** Returns a change for each text that only one of two lists has. */
export function compareLists({ before, after, removed, added, at }: ListComparison): readonly NamelessChange[] {
  const path = at === undefined ? {} : { at };
  return [
    ...before.filter((text) => !after.includes(text)).map((text) => ({ code: removed, ...path, before: text })),
    ...after.filter((text) => !before.includes(text)).map((text) => ({ code: added, ...path, after: text })),
  ];
}
