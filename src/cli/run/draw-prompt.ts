import type { RiskLevel } from "../../runtime/definition.js";
import { type Answer, choices, shortChoices } from "./answers.js";
import { type Canvas, painter, roomOf, type Style } from "./canvas.js";
import type { Question } from "./question.js";
import { cellsOf, wrapped, wrappedWords } from "./wrapped.js";

type Prompted = Pick<Question, "tool" | "level" | "answers">;

/** Columns that stay free for an answer. */
const answerColumns = 7;
const mostToolLines = 2;

const levelStyles: Readonly<Record<RiskLevel, Style>> = { safe: "green", moderate: "yellow", dangerous: "red" };

/** Draws the last lines before the answer: tool and level, which are seen there whatever has scrolled away, and the choices. */
export function drawPrompt(question: Prompted, canvas: Canvas): string {
  const paint = painter(canvas.color);
  const style = question.level && levelStyles[question.level];
  const lines = toolLines(question, roomOf(canvas)).map((text, i) => {
    const shown = style === undefined ? text : paint(style, text);
    return `${paint("dim", i === 0 ? "├" : "│")} ${shown}\n`;
  });
  return `${lines.join("")}${paint("dim", "└")} ${paint("bold", fittingChoices(question.answers, canvas))}: `;
}

/** The rows that `drawPrompt` takes. */
export const promptRows = (question: Prompted, canvas: Canvas): number => toolLines(question, roomOf(canvas)).length + 1;

/** A name that is too long for these lines loses its middle. The level is always whole. */
function toolLines({ tool, level }: Prompted, room: number): readonly string[] {
  const said = level ?? "level unknown";
  for (let name = tool; ; name = withoutMiddle(name)) {
    const lines = wrappedWords(`Tool: ${name}, ${said}`, room, 2);
    if (lines.length <= mostToolLines || cellsOf(name) < 4) return lines;
  }
}

/** A name with a character less, and `…` in its middle. Of a very long one, only a hundred are left at once. */
function withoutMiddle(name: string): string {
  const letters = [...name].filter((letter) => letter !== "…");
  const kept = letters.length > 200 ? 100 : letters.length - 1;
  const start = Math.ceil(kept / 2);
  return `${letters.slice(0, start).join("")}…${letters.slice(letters.length - (kept - start)).join("")}`;
}

/** The choices in words, as letters, or the two that matter, as they fit one line. */
function fittingChoices(answers: readonly Answer[], canvas: Canvas): string {
  const room = roomOf(canvas) - answerColumns;
  const all = choices(answers);
  const short = shortChoices(answers);
  return wrapped(all, room).length === 1 ? all : wrapped(short, room).length === 1 ? short : "[y/n/?]";
}
