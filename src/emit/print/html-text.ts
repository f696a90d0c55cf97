import { printable } from "../../diagnostics/printable.js";

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/**
 * Text of a spec for HTML, as content or inside a quoted attribute: it stays text, and characters that are invisible or
 * change the writing direction become visible. Line breaks stay.
 */
export function htmlText(text: string): string {
  return text
    .split(/\r\n|[\n\r]/)
    .map(printable)
    .join("\n")
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");
}

/** The same, with the parts between backticks as code. */
export function htmlProse(text: string): string {
  return codeParts(text)
    .map(({ text: part, isCode }) => (isCode ? `<code>${htmlText(part)}</code>` : htmlText(part)))
    .join("");
}

/** Splits a text at the backticks around code on one line. Other backticks are text. */
export function codeParts(text: string): readonly { readonly text: string; readonly isCode: boolean }[] {
  return text.split(/(`[^`\n]+`)/).map((part, index) => ({ text: index % 2 === 1 ? part.slice(1, -1) : part, isCode: index % 2 === 1 }));
}
