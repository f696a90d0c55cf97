import { styleText } from "node:util";
import type { RiskLevel } from "../../runtime/definition.js";
import type { BodyLine, Question } from "./question.js";
import { wrapped, wrappedWords } from "./wrapped.js";

/** A colour, as Node names it. */
export type Style = Extract<Parameters<typeof styleText>[0], string>;

/** What it is drawn on. */
export interface Canvas {
  readonly columns: number;
  readonly rows: number;
  readonly color: boolean;
}

/** Stands before every line that isn't the question itself, so that no text from elsewhere can look like one of ours. */
const gutter = "│ ";
/** Lines that stay free for what is asked, the answer and what was there before. */
const kept = 5;
const leastBody = 6;

/** The question as lines. `whole`: all of it, however long; otherwise what of it fits the screen, and how much more there is. */
export function drawQuestion(
  { title, tool, level, notes, facts, body, more }: Question,
  canvas: Canvas,
  { whole }: { readonly whole: boolean },
): string {
  const paint = painter(canvas.color);
  const room = Math.max(4, canvas.columns - gutter.length - 1);
  const inside = (text: string, style?: Style) =>
    text === "" ? paint("dim", gutter.trimEnd()) : `${paint("dim", gutter)}${style === undefined ? text : paint(style, text)}`;
  const head = [
    ...wrappedWords(title, room).map((text, i) => (i === 0 ? `${paint("dim", "┌ ")}${paint("bold", text)}` : inside(text, "bold"))),
    ...fact("Tool", level === undefined ? tool : `${tool}, ${level}`, room).map((text) => inside(text, level && levelStyles[level])),
    ...notes.flatMap((note) => wrappedWords(note, room)).map((text) => inside(text)),
    ...facts.flatMap(([label, text]) => fact(label, text, room)).map((text) => inside(text)),
    inside(""),
  ];
  const lines = [...body, ...(whole ? more : [])].flatMap((line) => wrapped(line.text, room).map((text) => ({ ...line, text })));
  const [shown, left] = whole ? [lines, []] : cut(lines, Math.max(leastBody, canvas.rows - head.length - kept));
  const rest = left.length === 0 ? [] : [inside(leftOut(left), "yellow")];
  return [...head, ...shown.map(({ text, tone }) => inside(text, tones[tone])), ...rest].map((line) => `${line}\n`).join("");
}

/** A label, and what it is about beside it, or below it where that is too narrow. */
function fact(label: string, text: string, room: number): readonly string[] {
  const name = `${label}: `;
  if (room - name.length < 10) return [...wrapped(name, room), ...wrappedWords(text, room)];
  return wrappedWords(text, room - name.length).map((piece, i) => (i === 0 ? name : " ".repeat(name.length)) + piece);
}

function cut<T>(lines: readonly T[], most: number): readonly [readonly T[], readonly T[]] {
  return lines.length <= most ? [lines, []] : [lines.slice(0, most - 1), lines.slice(most - 1)];
}

function leftOut(left: readonly BodyLine[]): string {
  const changes = left.filter(({ tone }) => tone === "added" || tone === "removed").length;
  return `… ${left.length} more lines${changes === 0 ? "" : `, ${changes} of them changes`}: "show" shows them.`;
}

const levelStyles: Readonly<Record<RiskLevel, Style>> = { safe: "green", moderate: "yellow", dangerous: "red" };

const tones: Readonly<Record<BodyLine["tone"], Style | undefined>> = {
  plain: undefined,
  added: "green",
  removed: "red",
  place: "cyan",
};

/** Whether the stream is a terminal is the caller's question, not Node's. */
export const painter =
  (color: boolean) =>
  (style: Style, text: string): string =>
    color ? styleText(style, text, { validateStream: false }) : text;
