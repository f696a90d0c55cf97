/** Versions of Node in which the bindings that are used here are known, and in which they print no warning. */
const known = /^v2[024]\./;

/**
 * Returns a part of Node that `node:child_process` calls, so that a call needn't load that module. Returns `undefined`
 * where Node is another version, has options that could change its modules or print a warning, or doesn't give the
 * part, as under its permission model: docs/decisions/calls-without-child-process.md.
 */
export function nodeBinding<Binding extends object>(name: string): Partial<Binding> | undefined {
  if (!isUsual()) return undefined;
  try {
    return (process as unknown as { binding(name: string): Partial<Binding> }).binding(name);
  } catch {
    return undefined;
  }
}

function isUsual(): boolean {
  const { NODE_OPTIONS, NODE_PENDING_DEPRECATION } = process.env;
  return known.test(process.version) && !NODE_OPTIONS && !NODE_PENDING_DEPRECATION && process.execArgv.length === 0;
}
