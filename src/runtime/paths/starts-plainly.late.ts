/**
 * Returns true if a path begins with a letter, a digit, `_` or `.` of any script. Every program takes that for a path.
 */
export function startsPlainly(path: string): boolean {
  return /^[\p{L}\p{N}_.]/u.test(path);
}
