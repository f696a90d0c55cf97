import { countSpaces, escapeControl } from "./escape-control.js";

/**
 * A text as one line that shows all that is in it: what a model wrote into an argument must not look like a line of the
 * question about it. Of more than `longest` characters the middle is left out, and their number is shown.
 */
export const singleLine = (text: string, longest: number): string => shortened(escapeControl(countSpaces(text.trim())), longest);

/** A line of which the middle is left out where it has more than `longest` characters. */
export function shortened(line: string, longest: number): string {
  const letters = [...line];
  if (letters.length <= longest) return line;
  const end = Math.floor(longest / 3);
  return `${letters.slice(0, longest - end).join("")} … ${letters.length - longest} more characters … ${letters.slice(-end).join("")}`;
}
