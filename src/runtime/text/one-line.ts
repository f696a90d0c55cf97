/**
 * Joins the lines of a text, without the white space around the line breaks. A regular expression such as `\s*\n\s*`
 * would take quadratic time for a long run of spaces.
 */
export function oneLine(text: string, separator = " "): string {
  const lines = text.split(/[\r\n\u2028\u2029]/);
  const last = lines.length - 1;
  return lines
    .map((line, i) => (i === 0 ? line.trimEnd() : i === last ? line.trimStart() : line.trim()))
    .filter((line, i) => line !== "" || i === 0 || i === last)
    .join(separator);
}
