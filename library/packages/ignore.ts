import ignore from "ignore";

export interface IgnoreOptions {
  readonly ignoreCase: boolean;
}

/** Whether patterns as `.gitignore` has them leave out a path, relative to where they count from. A folder's path ends with a slash. */
export function ignoresBy(patterns: readonly string[], { ignoreCase }: IgnoreOptions): (path: string) => boolean {
  const rules = ignore({ ignorecase: ignoreCase }).add([...patterns]);
  return (path) => rules.ignores(path);
}
