/** The two parts of a glob: files to find, and files to leave out. */
export interface GlobList {
  readonly wanted: readonly string[];
  readonly unwanted: readonly string[];
}

/**
 * Reads a list with commas, as models write one where a single glob is asked for: `*.ts, *.tsx`, `src/**,!*.test.ts`,
 * or several that count together. A relative one is wanted as a whole too, for a name may hold a comma. Where all begin
 * with `!`, everything else is wanted.
 */
export function globList(globs: string | readonly string[]): GlobList {
  const lists = (typeof globs === "string" ? [globs] : globs).map(listOf);
  const [wanted, unwanted] = [lists.flatMap((list) => list.wanted), lists.flatMap((list) => list.unwanted)];
  return { wanted: wanted.length === 0 && unwanted.length > 0 ? ["**"] : wanted, unwanted };
}

function listOf(glob: string): GlobList {
  const parts = partsOf(glob);
  const unwanted = parts.filter(isOut).map((part) => part.slice(1).trim());
  if (parts.length <= 1) return unwanted.length > 0 ? { wanted: [], unwanted } : { wanted: [glob], unwanted };
  const whole = unwanted.length > 0 || glob.startsWith("/") ? [] : [glob];
  return { wanted: [...whole, ...parts.filter((part) => !isOut(part))], unwanted };
}

/** `!(a|b)` is a glob of its own: any name but these. */
const isOut = (part: string) => /^!(?!\()/.test(part);

/** Splits at commas outside of brackets and not after a backslash. */
function partsOf(glob: string): readonly string[] {
  const parts = [""];
  let depth = 0;
  for (const token of glob.match(/\\?[\s\S]/gu) ?? []) {
    if (token === "," && depth === 0) parts.push("");
    else parts.push((parts.pop() ?? "") + token);
    if ("{[(".includes(token)) depth++;
    if ("}])".includes(token)) depth--;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "" && part !== "!");
}
