/**
 * Returns the lines of a list of patterns that are missing from a file, and its text with them at the end, in the
 * file's own line ends.
 */
export function mergeLines(
  text: string | undefined,
  wanted: readonly string[],
): { readonly text: string; readonly added: readonly string[] } {
  const existing = new Set((text ?? "").split(/\r?\n/).map(patternOf));
  const added = wanted.filter((line) => !existing.has(patternOf(line)));
  const newline = text?.includes("\r\n") ? "\r\n" : "\n";
  const before = text === undefined || text === "" || text.endsWith("\n") ? (text ?? "") : `${text}${newline}`;
  return { text: added.length === 0 ? (text ?? "") : `${before}${added.map((line) => `${line}${newline}`).join("")}`, added };
}

/**
 * `/.toolgen`, `.toolgen/` and `.toolgen/**` are equivalent. For attributes only the pattern counts: a line for it is
 * its author's decision.
 */
function patternOf(line: string): string {
  const [pattern = ""] = line.trim().split(/\s+/);
  return pattern
    .replace(/^\*\*\//, "")
    .replace(/^\//, "")
    .replace(/\/\*{0,2}$/, "");
}

/** Returns true if a `.gitignore` has a line for exactly this folder. */
export const ignoresFolder = (text: string, folder: string): boolean => text.split(/\r?\n/).some((line) => patternOf(line) === folder);
