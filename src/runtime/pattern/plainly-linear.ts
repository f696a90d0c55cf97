/**
 * Recognizes most linear patterns by their text, so that calls don't load a parser for them: nothing repeats, or one
 * character or class repeats in a pattern that begins with `^`. It handles no groups and no alternatives.
 */
export function isPlainlyLinear(pattern: string): boolean {
  const plain = pattern.replace(/\\[^1-9kpPu]|\\u[0-9A-Fa-f]{4}/g, "x").replace(/\[[^\]]*\]/g, "x");
  if (/[\\{(|]/.test(plain)) return false;
  const repetitions = plain.match(/[*+?]/g)?.length ?? 0;
  return repetitions === 0 || (repetitions === 1 && plain.startsWith("^"));
}
