import { styleText } from "node:util";

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
