/**
 * Returns true if a path begins with `_`, `.`, or a letter or digit of any script. Every program parses that as a path.
 */
export function startsPlainly(path: string): boolean {
  return /^[\p{L}\p{N}_.]/u.test(path);
}
