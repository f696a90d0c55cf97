/**
 * The lines of a text as one, without white space where they are joined. A regular expression such as `\s*\n\s*` would take the square of
 * the length for a long row of spaces.
 */
export function oneLine(text: string, separator = " "): string {
  const lines = text.split(/[\r\n\u2028\u2029]/);
  const last = lines.length - 1;
  return lines
    .map((line, i) => (i === 0 ? line.trimEnd() : i === last ? line.trimStart() : line.trim()))
    .filter((line, i) => line !== "" || i === 0 || i === last)
    .join(separator);
}
