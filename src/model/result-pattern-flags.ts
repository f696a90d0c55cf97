/**
 * The flags of the regular expression `matches` of an example: results are lines, so `^` and `$` are the ends of lines.
 */
export const resultPatternFlags = "mu";
