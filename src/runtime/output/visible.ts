/**
 * What a terminal acts on, what it shows as nothing or as a plain space, and what turns the direction of writing. The ideographic space is as wide as the
 * characters that it stands between.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{DI}]|(?![ \u3000])\p{Zs}/gu;

/**
 * One line of what a model, a tool or a server wrote, as it may stand before a person who is to decide on it: whatever would act on the terminal or stay
 * unseen is shown as a mark, `␛` or `<U+202E>`, and a tab as `→`.
 */
export function visible(line: string): string {
  return line.replace(hidden, mark);
}

function mark(character: string): string {
  if (character === "\t") return "→   ";
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "␡";
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}

/** A text of several lines, each as `visible` shows it. A last line break ends the last line. */
export function visibleLines(text: string): readonly string[] {
  return text
    .replace(/\r?\n$/, "")
    .split("\n")
    .map(visible);
}

/** A text as one line of something else. */
export const visibleLine = (text: string): string => visible(text.trim().replace(/\s*[\r\n]+\s*/g, " ⏎ "));
