/** What a glob stands for: files that are wanted, and those that are taken out again. */
export interface GlobList {
  readonly wanted: readonly string[];
  readonly unwanted: readonly string[];
}

/**
 * Reads a list with commas, as models write one where a single glob is asked for: `*.ts, *.tsx`, `src/**,!*.test.ts`. A relative one is wanted as a whole
 * too, for a name may hold a comma.
 */
export function globList(glob: string): GlobList {
  const parts = partsOf(glob);
  const named = (isOut: boolean) => parts.filter((part) => part.startsWith("!") === isOut);
  const unwanted = parts.length > 1 ? named(true).map((part) => part.slice(1)) : [];
  if (parts.length <= 1) return { wanted: [glob], unwanted };
  if (unwanted.length === parts.length) return { wanted: ["**"], unwanted };
  const whole = unwanted.length > 0 || glob.startsWith("/") ? [] : [glob];
  return { wanted: [...whole, ...named(false)], unwanted };
}

/** Between the commas that stand in no brackets, nor behind a backslash. */
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
