import picomatch from "picomatch";

export interface GlobOptions {
  readonly nocase?: boolean;
  /** Whether a glob is about the last step of a path. */
  readonly basename?: boolean;
}

/** Whether a path is meant by any of these globs. They take names that begin with a dot as any others. */
export function globsMatch(globs: string | readonly string[], options: GlobOptions = {}): (path: string) => boolean {
  return picomatch(typeof globs === "string" ? globs : [...globs], { dot: true, ...options });
}

/** The folder in which all that a glob means lies. */
export function baseOfGlob(glob: string): string {
  return picomatch.scan(glob).base;
}
