import type { Operation } from "../../import/openapi/operation.js";

/** A tag with the number of its operations. */
export interface CountedTag {
  readonly tag: string;
  readonly count: number;
}

/** Counts the operations of each tag, in the order of the document. */
export function countTags(operations: readonly Operation[]): readonly CountedTag[] {
  const counts = new Map<string, number>();
  for (const tag of operations.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].map(([tag, count]) => ({ tag, count }));
}
