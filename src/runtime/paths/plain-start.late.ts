/** Whether a path begins with a letter, a digit, `_` or `.` of any script: no program takes that for more than a path. */
export function startsPlainly(path: string): boolean {
  return /^[\p{L}\p{N}_.]/u.test(path);
}
