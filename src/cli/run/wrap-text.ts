import { styleText } from "node:util";

/** A character with its combining marks, which a terminal shows in one cell. */
const clusters = /\P{M}\p{M}*|\p{M}+/gu;

/** The cells that a text takes on a terminal, at most. From U+1100 on, a character may take two. */
export function cellsOf(text: string): number {
  if (!/[^ -~]/.test(text)) return text.length;
  let cells = 0;
  for (const [character] of text.matchAll(clusters)) cells += character < "\u1100" ? 1 : 2;
  return cells;
}

/**
 * Splits a line into pieces that each fit one line of a terminal. A piece that the terminal wraps by itself would
 * continue at its edge, where only toolgen's own signs may be. All pieces but the first begin with `mark`.
 */
export function wrapText(line: string, columns: number, mark = ""): readonly string[] {
  const width = Math.max(2 + cellsOf(mark), columns);
  const pieces: string[] = [];
  let piece = "";
  let free = width;
  for (const [character] of line.matchAll(clusters)) {
    const cells = cellsOf(character);
    if (cells > free) {
      pieces.push(piece);
      piece = mark;
      free = width - cellsOf(mark);
    }
    piece += character;
    free -= cells;
  }
  return [...pieces, piece];
}

/** Splits a line between words if possible. All lines but the first begin with `hanging` spaces. */
export function wrapWords(line: string, columns: number, hanging = 0): readonly string[] {
  const lines: string[] = [];
  const indent = " ".repeat(hanging);
  let current = "";
  for (const word of line.split(" ").flatMap((each) => wrapText(each, columns - hanging))) {
    const longer = current === "" ? word : `${current} ${word}`;
    if (cellsOf(longer) > Math.max(2, columns)) {
      lines.push(current);
      current = indent + word;
    } else current = longer;
  }
  return [...lines, current];
}

/** The beginning of a text that fits one line, with `…` at its end if it was truncated. */
export function truncateTo(text: string, columns: number): string {
  if (cellsOf(text) <= Math.max(2, columns)) return text;
  const [first = ""] = wrapText(text, columns - 1);
  return `${first}…`;
}

/** A colour, as Node names it. */
export type Style = Extract<Parameters<typeof styleText>[0], string>;

/** The terminal that a question is drawn on. */
export interface Canvas {
  readonly columns: number;
  readonly rows: number;
  readonly color: boolean;
}

/** The columns after a line's sign and its space, without the last one, at which terminals wrap. */
export const roomOf = ({ columns }: Canvas): number => Math.max(4, columns - 3);

/** The caller knows if the stream is a terminal, so Node doesn't check it. */
export const painter =
  (color: boolean) =>
  (style: Style, text: string): string =>
    color ? styleText(style, text, { validateStream: false }) : text;
