import type { RiskLevel } from "../../contract/risk.js";
import { type AnswerKey, type BodyLine, type Fact, keyChoices, shortKeyChoices, type TerminalQuestion } from "./question.js";
import { type Canvas, painter, roomOf, type Style, truncateTo, wrapText, wrapWords } from "./wrap-text.js";

/** A drawn line: its sign, and the text after it. */
interface Line {
  readonly sign: Sign;
  readonly text: string;
  readonly style?: Style | undefined;
  /** A line of a file's change. */
  readonly isChange?: boolean;
}

/**
 * Each line begins with one of these. Values follow `│`, or a label of toolgen's own after `├`, so no text from
 * elsewhere can begin a line like a title, a label or an answer.
 */
type Sign = "┌" | "├" | "│" | "└";

/** A terminal with fewer rows gets shorter questions, without empty lines. */
const smallRows = 12;

/** Draws a question and its prompt in as many rows as the terminal has. `whole`: without this limit. */
export function drawQuestion(question: TerminalQuestion, canvas: Canvas, { whole }: { readonly whole: boolean }): string {
  const paint = painter(canvas.color);
  const lines = whole ? allLines(question, canvas) : fittingLines(question, canvas);
  const drawn = lines.map(({ sign, text, style }) => {
    if (text === "") return `${paint("dim", sign)}\n`;
    return `${paint("dim", sign)} ${style === undefined ? text : paint(style, text)}\n`;
  });
  return drawn.join("") + drawPrompt(question, canvas);
}

function allLines({ title, facts, body, more }: TerminalQuestion, canvas: Canvas): readonly Line[] {
  const room = roomOf(canvas);
  return [
    ...titleLines(title, room),
    ...facts.flatMap((fact) => factLines(fact, room)),
    { sign: "│", text: "" },
    ...bodyLines([...body, ...more], room),
  ];
}

/** Facts and body share the rows: none gets more rows than another that is truncated. */
function fittingLines({ title, facts, body, ...question }: TerminalQuestion, canvas: Canvas): readonly Line[] {
  const room = roomOf(canvas);
  const isSmall = canvas.rows < smallRows;
  const head = titleLines(title, room).slice(0, isSmall ? 1 : 2);
  const rows = canvas.rows - head.length - promptRows(question, canvas) - (isSmall ? 0 : 2);
  const blocks: readonly ScreenBlock<Line>[] = [...facts.map((fact) => factLines(fact, room)), bodyLines(body, room)];
  const [shown, left] = fitBlocks(blocks, rows);
  const [shownBody = [], ...shownFacts] = shown.toReversed();
  const isCut = left.length > 0;
  return [
    ...head,
    ...shownFacts.toReversed().flatMap((lines, i) => marked(lines, blocks[i] ?? [], room)),
    ...(isSmall ? [] : [{ sign: "│", text: "" } as const]),
    ...shownBody,
    ...(isCut ? [{ sign: "├", text: leftOut(left, room), style: "yellow" } as const] : []),
  ];
}

/** Marks a truncated fact at its end. */
function marked(shown: ScreenBlock<Line>, whole: ScreenBlock<Line>, room: number): ScreenBlock<Line> {
  const last = shown.at(-1);
  if (last === undefined || shown.length === whole.length) return shown;
  return [...shown.slice(0, -1), { ...last, text: truncateTo(`${last.text} …`, room) }];
}

function titleLines(title: string, room: number): readonly Line[] {
  return wrapWords(title, room, 2).map((text, i) => ({ sign: i === 0 ? "┌" : "│", text, style: "bold" }));
}

/** A label with its value beside it. Further lines are indented if there is room. */
function factLines([label, value]: Fact, room: number): readonly Line[] {
  const indent = room - label.length < 20 ? 2 : label.length + 2;
  return wrapWords(`${label}: ${value}`, room, indent).map((text, i) => ({ sign: i === 0 ? "├" : "│", text }));
}

/** Marks each piece after a line's first: unmarked, a long value could put any text at the beginning of a line. */
const bodyLines = (body: readonly BodyLine[], room: number): readonly Line[] =>
  body.flatMap(({ text, tone }) =>
    wrapText(text, room, "↪ ").map(
      (piece): Line => ({ sign: "│", text: piece, style: tones[tone], isChange: tone === "added" || tone === "removed" }),
    ),
  );

function leftOut(left: readonly Line[], room: number): string {
  const changes = left.filter(({ isChange }) => isChange).length;
  const lines = `${left.length} more ${left.length === 1 ? "line" : "lines"}`;
  const all = `… ${lines}${changes === 0 ? "" : `, ${changes} of them changes`}: "show" shows them.`;
  return wrapText(all, room).length === 1 ? all : truncateTo(`… ${left.length}: "show"`, room);
}

const tones: Readonly<Record<BodyLine["tone"], Style | undefined>> = {
  plain: undefined,
  added: "green",
  removed: "red",
  place: "cyan",
};

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
const promptRows = (question: Prompted, canvas: Canvas): number => toolLines(question, roomOf(canvas)).length + 1;

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

/** Lines that belong together. */
type ScreenBlock<T> = readonly T[];

/**
 * Shares rows among blocks of lines. None gets more than another that is truncated, except for the last, which gets the
 * rest. Returns the shown lines of each block, and the number that is left out. One row stays free if any is.
 */
function fitBlocks<T>(blocks: readonly ScreenBlock<T>[], rows: number): readonly [shown: readonly ScreenBlock<T>[], left: readonly T[]] {
  if (lengthOf(blocks) <= rows) return [blocks, []];
  const most = Math.max(0, rows - 1);
  let each = 0;
  while (lengthOf(blocks.map((block) => block.slice(0, each + 1))) <= most) each++;
  let free = most - lengthOf(blocks.map((block) => block.slice(0, each)));
  const lengths = blocks.toReversed().map((block) => {
    const length = Math.min(block.length, each + free);
    free -= Math.max(0, length - each);
    return length;
  });
  lengths.reverse();
  return [blocks.map((block, i) => block.slice(0, lengths[i])), blocks.flatMap((block, i) => block.slice(lengths[i]))];
}

const lengthOf = (blocks: readonly ScreenBlock<unknown>[]) => blocks.reduce((sum, block) => sum + block.length, 0);
