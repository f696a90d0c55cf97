import ignore from "ignore";

export interface IgnoreOptions {
  readonly ignoreCase: boolean;
}

/**
 * Returns true if `.gitignore` patterns exclude a path that is relative to their folder. A folder's path ends with a
 * slash.
 */
export function ignoresBy(patterns: readonly string[], { ignoreCase }: IgnoreOptions): (path: string) => boolean {
  const rules = ignore({ ignorecase: ignoreCase }).add([...patterns]);
  return (path) => rules.ignores(path);
}
