/** Counts the steps of a computation that may take too many. */
export interface StepLimit {
  /** Returns false if no steps remain. */
  readonly take: (steps: number) => boolean;
  readonly isExhausted: () => boolean;
}

/** A limit within another limit takes its steps from both. */
export function stepLimit(max: number, whole?: StepLimit): StepLimit {
  let remaining = max;
  const isExhausted = () => remaining <= 0 || whole?.isExhausted() === true;
  return {
    take(steps) {
      remaining -= steps;
      whole?.take(steps);
      return !isExhausted();
    },
    isExhausted,
  };
}

/** A search in a graph whose nodes are numbers and whose edges have a set of symbols each. */
export interface Search {
  readonly start: number;
  readonly end: number;
  /** Calls `reach` for each edge. */
  readonly visit: (node: number, reach: (to: number, symbols: number) => void) => void;
}

/** Searches that share a step limit. When no steps remain, a search finds nothing. */
export interface LimitedSearch {
  /** Returns the sets of symbols along a shortest path of at least one step. */
  readonly find: (search: Search) => readonly number[] | undefined;
  readonly isExhausted: () => boolean;
}

export function limitedSearch(limit: StepLimit): LimitedSearch {
  const find = ({ start, end, visit }: Search): readonly number[] | undefined => {
    const seen = new Set<number>();
    const pending: Visited[] = [{ node: start, symbols: 0, before: undefined }];
    for (const before of pending) {
      if (limit.isExhausted()) return undefined;
      visit(before.node, (node, symbols) => {
        limit.take(1);
        if (seen.has(node)) return;
        seen.add(node);
        pending.push({ node, symbols, before });
      });
      if (seen.has(end)) return pathTo(pending.find(({ node, symbols }) => node === end && symbols !== 0));
    }
    return undefined;
  };
  return { find, isExhausted: limit.isExhausted };
}

interface Visited {
  readonly node: number;
  readonly symbols: number;
  readonly before: Visited | undefined;
}

function pathTo(end: Visited | undefined): readonly number[] {
  const path: number[] = [];
  for (let at = end; at?.before !== undefined; at = at.before) path.push(at.symbols);
  return path.reverse();
}
