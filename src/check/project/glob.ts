import picomatch from "picomatch";
import { foldName } from "../../runtime/paths/git-folder.js";
import { slowPattern } from "../../runtime/pattern/slow-pattern.js";

/** PATH_MAX of Linux, in bytes with the terminating NUL: a longer path can't be opened. */
export const longestPath = 4096;

/** The longest accepted glob, in characters. */
const longestGlob = 1000;

/**
 * Returns true if a glob takes time proportional to a path's length. Globs become regular expressions, which backtrack:
 * the time of `a*b*c*d*e*` grows with the fifth power of a path's length.
 */
export function isFastGlob(glob: string): boolean {
  if (glob.length > longestGlob) return false;
  return slowPattern(expressionOf(glob.replace(/^!/, "")), { flags: "i", maxLength: longestPath }) === undefined;
}

/**
 * Returns regular expressions for the specs that a glob finds, and for everything beside them: programs of
 * `{{@specDir}}` are as much a part of a tool as its spec.
 */
export function protectedBy(glob: string): readonly string[] {
  const { base } = picomatch.scan(glob);
  const folder = base === "" || base === "." || glob === base ? [] : [`^${base.replace(/[^A-Za-z0-9_/-]/g, "\\$&")}/`];
  return [expressionOf(glob), ...folder];
}

/** Returns true if a glob finds specs in the output folder, or begins below it. A file system may ignore case. */
export function holdsSpecs(output: string, glob: string): boolean {
  const { base } = picomatch.scan(glob);
  return (
    foldName(`${base}/`).startsWith(foldName(`${output}/`)) ||
    [`${output}/a.json`, `${output}/a/b.json`].some((path) => picomatch.isMatch(path, glob, { nocase: true }))
  );
}

/** Returns true if the globs of `specs` find a file with this path, and none of those with `!` leaves it out. */
export function findsSpec(globs: readonly string[], path: string): boolean {
  const isMatch = (glob: string) => picomatch.isMatch(path, glob);
  const isLeftOut = globs.some((glob) => glob.startsWith("!") && isMatch(glob.slice(1)));
  return !isLeftOut && globs.some((glob) => !glob.startsWith("!") && isMatch(glob));
}

const expressionOf = (glob: string) => picomatch.makeRe(glob).source;
