/** More than this isn't accepted by its text alone: each end of a repetition may be followed by all of it. */
const mostFixed = 256;

/**
 * Recognizes most linear patterns by their text, so that calls and builds don't run a parser for them: nothing repeats,
 * or one character or class repeats in a pattern that begins with `^`. A fixed number, as in `[0-9]{4}`, leaves no
 * choice, and counts as no repetition. It handles no groups and no alternatives.
 */
export function isPlainlyLinear(pattern: string): boolean {
  const single = pattern.replace(/\\[^1-9kpPu]|\\u[0-9A-Fa-f]{4}/g, "x").replace(/\[[^\]]*\]/g, "x");
  const fixed = [...single.matchAll(/\{(\d+)\}/g)].reduce((sum, [, count]) => sum + Number(count), 0);
  const plain = single.replace(/\{\d+\}/g, "").replace(/\{\d+,\d*\}/g, "*");
  if (fixed > mostFixed || /[\\{(|]/.test(plain)) return false;
  const repetitions = plain.match(/[*+?]/g)?.length ?? 0;
  return repetitions === 0 || (repetitions === 1 && plain.startsWith("^"));
}
