import { truncate } from "../result/truncate.js";
import type { Limits } from "../result/within-limits.js";

/** Shows control characters as symbols: neither a program's output nor a model's text may draw on the user's screen. */
export function showControlCharacters(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(controls, (character) => (character === "\u007f" ? "␡" : marks(character)));
}

/** All but tabs and line ends; includes marks that change the writing direction. */
const controls = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

function marks(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x20 ? String.fromCodePoint(0x2400 + code) : `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}

/** A list of a million elements is truncated like the output. */
export function withinLimits(text: string, limits: Limits): string {
  const shown = truncate(Buffer.from(text), limits);
  if (shown === undefined) return text;
  const parts = [shown.head.toString().trimEnd(), "…", shown.tail.toString()];
  return parts.filter((part) => part !== "").join("\n");
}
