type Node = readonly number[];

/** The start nodes and end nodes of a search, and the edges with the character of each. */
export interface Search {
  readonly start: Node;
  readonly isEnd: (node: Node) => boolean;
  readonly next: (node: Node) => readonly { readonly to: Node; readonly char: string }[];
}

/** Searches that share a step limit. When no steps remain, a search finds nothing. */
export interface LimitedSearch {
  /** Returns the characters along a shortest path of at least one step. */
  readonly find: (search: Search) => string | undefined;
  readonly isExhausted: () => boolean;
}

export function limitedSearch(maxSteps: number): LimitedSearch {
  let steps = 0;
  const find = ({ start, isEnd, next }: Search): string | undefined => {
    const seen = new Set<string>();
    const pending: { readonly node: Node; readonly text: string }[] = [{ node: start, text: "" }];
    for (const { node, text } of pending) {
      if (steps >= maxSteps) return undefined;
      for (const { to, char } of next(node)) {
        steps++;
        if (isEnd(to)) return text + char;
        const key = to.join(",");
        if (seen.has(key)) continue;
        seen.add(key);
        pending.push({ node: to, text: text + char });
      }
    }
    return undefined;
  };
  return { find, isExhausted: () => steps >= maxSteps };
}
