/**
 * Returns true if objects and arrays are nested deeper than this. It doesn't recurse, so no depth overflows the stack,
 * and it stops at the first level that is too deep.
 */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  let containers = [value].filter(isContainer);
  for (let level = 0; containers.length > 0; level++) {
    if (level === levels) return true;
    const inner: object[] = [];
    for (const container of containers) for (const child of Object.values(container)) if (isContainer(child)) inner.push(child);
    containers = inner;
  }
  return false;
}

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;
