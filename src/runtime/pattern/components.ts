/**
 * Returns the strongly connected components of a graph, by Tarjan's algorithm without recursion: the component number
 * of each node.
 */
export function componentsOf<Node>(nodes: Iterable<Node>, next: (node: Node) => Iterable<Node>): ReadonlyMap<Node, number> {
  const index = new Map<Node, number>();
  const low = new Map<Node, number>();
  const component = new Map<Node, number>();
  const stack: Node[] = [];
  let components = 0;
  for (const root of nodes) {
    if (index.has(root)) continue;
    const work = [enter(root)];
    for (let frame = work.at(-1); frame !== undefined; frame = work.at(-1)) {
      const { node, rest } = frame;
      const { done, value: to } = rest.next();
      if (!done) {
        if (!index.has(to)) work.push(enter(to));
        else if (!component.has(to)) low.set(node, Math.min(low.get(node) ?? 0, index.get(to) ?? 0));
        continue;
      }
      work.pop();
      const parent = work.at(-1)?.node;
      if (parent !== undefined) low.set(parent, Math.min(low.get(parent) ?? 0, low.get(node) ?? 0));
      if (low.get(node) !== index.get(node)) continue;
      for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
        component.set(member, components);
        if (member === node) break;
      }
      components++;
    }
  }
  return component;

  function enter(node: Node) {
    index.set(node, index.size);
    low.set(node, index.get(node) ?? 0);
    stack.push(node);
    return { node, rest: next(node)[Symbol.iterator]() };
  }
}
