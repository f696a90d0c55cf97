import { foldName } from "./git-folder.js";
import { type TrustedPaths, trustedPaths } from "./trusted-paths.js";

/**
 * Returns the most dangerous purpose that a folder of this name, relative to a project, is trusted for; `undefined` if
 * there is none. Names that only look trusted don't count.
 */
export function folderTrust(folder: string): TrustedPaths | undefined {
  const steps = foldName(folder)
    .split("/")
    .map(plainName)
    .filter((step) => step !== "");
  return trustedPaths[Math.min(...rowsOf(steps, true).filter((row) => trustedPaths[row]?.isByRule !== true))];
}

/** Windows ignores dots, spaces and a stream at the end of a name. */
export function plainName(name: string): string {
  const stream = name.indexOf(":");
  let end = stream === -1 ? name.length : stream;
  while (end > 0 && (name[end - 1] === "." || name[end - 1] === " ")) end--;
  return name.slice(0, end);
}

/**
 * Returns the rows of the table that a path belongs to. `isEnd`: the path may end inside an entry, at a hidden folder,
 * because such a folder can be moved there as a whole.
 */
export function rowsOf(path: readonly string[], isEnd: boolean): readonly number[] {
  const { byName, byPattern } = matchers();
  return path.flatMap((name, at) => {
    const rest = path.slice(at + 1);
    const first = [...(byName.get(name) ?? []), ...byPattern.filter(({ pattern }) => pattern.test(name))];
    const isThere = ({ more }: Matcher) => more.every((step, i) => rest[i] === step || (i >= rest.length && isEnd && name.startsWith(".")));
    return first.filter(isThere).map(({ row }) => row);
  });
}

/** An entry of the table: it is found by its first step, and `more` are the others. */
interface Matcher {
  readonly row: number;
  readonly more: readonly string[];
}

interface Matchers {
  readonly byName: ReadonlyMap<string, readonly Matcher[]>;
  readonly byPattern: readonly (Matcher & { readonly pattern: RegExp })[];
}

let compiled: Matchers | undefined;
function matchers(): Matchers {
  compiled ??= compile();
  return compiled;
}

function compile(): Matchers {
  const byName = new Map<string, readonly Matcher[]>();
  const byPattern: (Matcher & { readonly pattern: RegExp })[] = [];
  for (const [row, { names }] of trustedPaths.entries())
    for (const [first = "", ...more] of names.map((name) => name.split("/"))) {
      if (/[*[]/.test(first))
        byPattern.push({ row, more, pattern: new RegExp(`^${first.replaceAll(".", "\\.").replaceAll("*", ".*")}$`, "s") });
      else byName.set(first, [...(byName.get(first) ?? []), { row, more }]);
    }
  return { byName, byPattern };
}
