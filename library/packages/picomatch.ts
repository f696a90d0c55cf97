import picomatch from "picomatch";

export interface GlobOptions {
  readonly nocase?: boolean;
  /** True if a glob matches only the last segment of a path. */
  readonly basename?: boolean;
}

/** Returns true if one of these globs matches a path. They match names that begin with a dot like any others. */
export function globsMatch(globs: string | readonly string[], options: GlobOptions = {}): (path: string) => boolean {
  return picomatch(typeof globs === "string" ? globs : [...globs], { dot: true, ...options });
}

/** The folder that contains everything a glob can match. */
export function baseOfGlob(glob: string): string {
  return picomatch.scan(glob).base;
}
