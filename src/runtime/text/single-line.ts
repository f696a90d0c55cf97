import { countSpaces, escapeControl } from "./escape-control.js";

/**
 * Shows a text completely on one line, so that text of a model can't look like a line of the confirmation. Of more than
 * `longest` characters the middle is left out, and the number of omitted characters is shown.
 */
export const singleLine = (text: string, longest: number): string => shortened(escapeControl(countSpaces(text.trim())), longest);

/** Shortens a line in the middle if it has more than `longest` characters. */
export function shortened(line: string, longest: number): string {
  const letters = [...line];
  if (letters.length <= longest) return line;
  const end = Math.floor(longest / 3);
  return `${letters.slice(0, longest - end).join("")} … ${letters.length - longest} more characters … ${letters.slice(-end).join("")}`;
}
