import type { Range } from "../../contract/spec-node.js";
import { contains } from "./script.js";

/** Finds the items that lie within a part of a script. */
export function indexByRange<T>(things: readonly T[], rangeOf: (thing: T) => Range): (range: Range) => readonly T[] {
  const sorted = [...things].sort((a, b) => rangeOf(a).start - rangeOf(b).start);
  return (range) => {
    const found: T[] = [];
    for (let i = firstFrom(sorted, rangeOf, range.start); i < sorted.length; i++) {
      const thing = sorted[i];
      if (thing === undefined || rangeOf(thing).start > range.end) break;
      if (contains(range, rangeOf(thing))) found.push(thing);
    }
    return found;
  };
}

function firstFrom<T>(sorted: readonly T[], rangeOf: (thing: T) => Range, start: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const thing = sorted[middle];
    if (thing !== undefined && rangeOf(thing).start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

export const isWhole = (outer: Range, inner: Range): boolean => outer.start === inner.start && outer.end === inner.end;
