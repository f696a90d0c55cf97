import { printable } from "../../../contract/display-text.js";

/** Marks that Claude Code replaces in a command and a skill, or runs when one is used, and the `!` of each. */
const liveMark = /\$(?=[A-Z\d{])|(?<=`)!|!(?=`)/g;

/** Text in which Claude Code replaces and runs nothing: it has no escape for these marks, so a space breaks each. */
export const inertText = (text: string): string => text.replaceAll(liveMark, (mark) => (mark === "$" ? "$ " : " ! "));

/** The same for JSON, whose values stay. */
export const inertJson = (json: string): string => json.replaceAll(liveMark, (mark) => (mark === "$" ? "\\u0024" : "\\u0021"));

const visibleLines = (text: string) => text.split(/\r\n|[\n\r]/).map(printable);

/**
 * Text of a spec for Markdown as GitHub renders it: nothing in it is markup, a link, a formula or an emoji's name, and
 * characters that are invisible or change the writing direction become visible. Lines stay lines.
 */
export function markdownText(text: string): string {
  const paragraphs = text.trim().split(/(?:\r\n|[\n\r])[ \t]*(?:\r\n|[\n\r])\s*/);
  return paragraphs.map((paragraph) => visibleLines(paragraph).map(escapeLine).join("\\\n")).join("\n\n");
}

/** The same on one line, for tables and headings. */
export const markdownLine = (text: string): string => markdownText(text.trim().replaceAll(/\s+/g, " "));

/** The same, with the parts between backticks as code. */
export function markdownProse(text: string): string {
  return codeParts(text)
    .map(({ text: part, isCode }) => (isCode ? markdownCode(part) : escapeInline(visibleLines(part).join(" "))))
    .join("");
}

/**
 * Code inside a line. Entities stand for what would be markup, because a backslash is a character in code, and `|` ends
 * the cell of a table in it.
 */
export function markdownCode(text: string): string {
  const escaped = visibleLines(text)
    .join(" ")
    .replaceAll(/[&<>*_`[\]\\|~$:!#@^"']|(?<=www)\./gi, (character) => `&#${character.charCodeAt(0)};`);
  return `<code>${escaped}</code>`;
}

/** Lines of code, with a fence that none of them closes. */
export function markdownBlock(text: string, language = ""): string {
  const lines = visibleLines(text).join("\n");
  const longest = Math.max(2, ...[...lines.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${lines}\n${fence}`;
}

/** GitHub links e-mail addresses after it has removed backslashes, but only within one text: an element divides it. */
const escapeInline = (line: string) =>
  line
    .replaceAll(/[\\`*_[\]<>|~$&#]|:(?=[\w/+-])|(?<=www)\./gi, (character) => `\\${character}`)
    .replaceAll(/(?<=[\w.+-])@(?=\w)/g, "<span>@</span>");

/** Escapes what begins a list, a heading under text, or a rule, besides. */
const escapeLine = (line: string) =>
  escapeInline(line.trim()).replace(/^([-+=]|\d+(?=[.)]))/, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`));

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
function codeParts(text: string): readonly { readonly text: string; readonly isCode: boolean }[] {
  return text.split(/(`[^`\n]+`)/).map((part, index) => ({ text: index % 2 === 1 ? part.slice(1, -1) : part, isCode: index % 2 === 1 }));
}
