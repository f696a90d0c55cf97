/** Characters that make a segment a pattern, in the globs of any program. */
const magic = /[*?{}[\]]|^!|[@+!]\(/;

/**
 * Returns the folder that contains everything a glob matches: its segments before the first pattern. A path without a
 * pattern is returned unchanged.
 */
export function globFolder(glob: string): string {
  const segments = glob.split("/");
  const first = segments.findIndex((segment) => magic.test(segment));
  if (first === -1) return glob;
  const folder = segments.slice(0, first).join("/");
  return folder === "" ? (glob.startsWith("/") ? "/" : ".") : folder;
}
