import type { RiskLevel } from "../../runtime/contract/risk.js";
import { type AnswerKey, keyChoices, shortKeyChoices } from "./answer-keys.js";
import { type Canvas, painter, roomOf, type Style } from "./canvas.js";
import type { TerminalQuestion } from "./question.js";
import { wrapText, wrapWords } from "./wrap-text.js";

type Prompted = Pick<TerminalQuestion, "tool" | "level" | "answers">;

/** Columns that stay free for an answer. */
const answerColumns = 7;
const mostToolLines = 2;

const levelStyles: Readonly<Record<RiskLevel, Style>> = { safe: "green", moderate: "yellow", dangerous: "red" };

/**
 * Draws the last lines before the answer: tool and level, which stay visible even if the rest has scrolled away, and
 * the choices.
 */
export function drawPrompt(question: Prompted, canvas: Canvas): string {
  const paint = painter(canvas.color);
  const style = question.level && levelStyles[question.level];
  const lines = toolLines(question, roomOf(canvas)).map((text, i) => {
    const shown = style === undefined ? text : paint(style, text);
    return `${paint("dim", i === 0 ? "├" : "│")} ${shown}\n`;
  });
  return `${lines.join("")}${promptLine(fittingChoices(question.answers, canvas), canvas)}`;
}

/** The line behind which the user types. */
export function promptLine(text: string, { color }: Pick<Canvas, "color">): string {
  const paint = painter(color);
  return `${paint("dim", "└")} ${paint("bold", text)}: `;
}

/** The rows that `drawPrompt` takes. */
export const promptRows = (question: Prompted, canvas: Canvas): number => toolLines(question, roomOf(canvas)).length + 1;

/** A name that is too long for these lines is shortened in the middle. The level is always complete. */
function toolLines({ tool, level }: Prompted, room: number): readonly string[] {
  const linesOf = (name: string) => wrapWords(`Tool: ${name}, ${level ?? "level unknown"}`, room, 2);
  const whole = linesOf(tool);
  if (whole.length <= mostToolLines) return whole;
  const letters = [...tool];
  let [fitting, tooMany] = [2, Math.min(letters.length, mostToolLines * room)];
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2);
    if (linesOf(withoutMiddle(letters, middle)).length <= mostToolLines) fitting = middle;
    else tooMany = middle;
  }
  return linesOf(withoutMiddle(letters, fitting));
}

const withoutMiddle = (letters: readonly string[], kept: number) =>
  `${letters.slice(0, Math.ceil(kept / 2)).join("")}…${letters.slice(letters.length - Math.floor(kept / 2)).join("")}`;

/** The choices in words, as letters, or only the most important two, as they fit one line. */
function fittingChoices(answers: readonly AnswerKey[], canvas: Canvas): string {
  const room = roomOf(canvas) - answerColumns;
  const all = keyChoices(answers);
  const short = shortKeyChoices(answers);
  return wrapText(all, room).length === 1 ? all : wrapText(short, room).length === 1 ? short : "[y/n/?]";
}
