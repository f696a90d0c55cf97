/** Characters that move a cursor, ring, colour, turn the direction of writing, or are none. */
const invisible = /[\0-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\p{Surrogate}/gu;

/**
 * A text as one line that shows all that is in it: what a model wrote into an argument must not look like a line of whoever asks about it. Of more than
 * `longest` characters the middle is left out, and how many those are is said.
 */
export function onOneLine(text: string, longest: number): string {
  const shown = text.trim().replace(invisible, (char) => {
    const code = char.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? "\u2421" : "\ufffd";
  });
  const letters = [...shown];
  if (letters.length <= longest) return shown;
  const end = Math.floor(longest / 3);
  return `${letters.slice(0, longest - end).join("")} … ${letters.length - longest} more characters … ${letters.slice(-end).join("")}`;
}
