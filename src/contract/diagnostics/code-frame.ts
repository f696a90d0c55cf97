import type { Span } from "../diagnostic.js";
import { printable } from "../display-text.js";

/** Colours a text, or returns it unchanged. */
export type Paint = (style: "red" | "yellow" | "cyan" | "dim" | "bold", text: string) => string;

/** How many columns of a line are shown. */
const maxWidth = 120;

/** How many columns are shown before the position, if a line must be truncated. */
const maxLead = 40;

interface Line {
  readonly number: number;
  readonly start: number;
  readonly text: string;
}

/**
 * The line where a span begins, with the span underlined as far as it is on that line, and a line before and after it.
 */
export function codeFrame(span: Span, paint: Paint, tone: "red" | "yellow" | "cyan"): readonly string[] {
  const { before, line, after } = linesAround(span);
  const at = span.start - line.start;
  const from = at > maxWidth - maxLead ? at - maxLead : 0;
  const width = String((after ?? line).number).length;
  const row = (label: string, text: string) => `${paint("dim", `  ${label.padStart(width)} |`)} ${text}`.trimEnd();
  const show = (shown: Line | undefined) => (shown === undefined ? [] : [row(String(shown.number), cut(shown.text, from))]);

  const window = line.text.slice(from, from + maxWidth);
  const indent = (from > 0 ? " " : "") + blank(window.slice(0, at - from));
  const underline = "^".repeat(Math.max(1, cells(window.slice(at - from, span.end - line.start - from))));
  return [...show(before), ...show(line), row("", indent + paint(tone, underline)), ...show(after)];
}

function linesAround({ file: { text }, start }: Span) {
  const lineStart = startOfLine(text, start);
  const number = text.slice(0, lineStart).split("\n").length;
  const lineEnd = text.indexOf("\n", start);
  return {
    before: lineStart === 0 ? undefined : lineAt(text, startOfLine(text, lineStart - 1), number - 1),
    line: lineAt(text, lineStart, number),
    after: lineEnd === -1 || lineEnd === text.length - 1 ? undefined : lineAt(text, lineEnd + 1, number + 1),
  };
}

const startOfLine = (text: string, offset: number) => text.slice(0, offset).lastIndexOf("\n") + 1;

function lineAt(text: string, start: number, number: number): Line {
  const end = text.indexOf("\n", start);
  return { number, start, text: printable(text.slice(start, end === -1 ? text.length : end).replace(/\r$/, "")) };
}

/** A window of a line, with an ellipsis where it continues. */
function cut(text: string, from: number): string {
  return `${from > 0 ? "…" : ""}${text.slice(from, from + maxWidth)}${text.length > from + maxWidth ? "…" : ""}`;
}

/** White space as wide as a text. Tabs stay, because their width is unknown. */
function blank(text: string): string {
  return [...text].map((char) => (char === "\t" ? "\t" : " ".repeat(cells(char)))).join("");
}

/** How many columns of a terminal a text takes: combining marks take none, East Asian wide characters and emoji two. */
function cells(text: string): number {
  return [...text].reduce((sum, char) => sum + (/\p{Mark}|\u200d/u.test(char) ? 0 : wideCharacters.test(char) ? 2 : 1), 0);
}

const wideCharacters =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;
