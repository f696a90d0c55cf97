import { printable, visibleLine } from "../../contract/display-text.js";
import type { Terminal } from "../io/terminal.js";

/**
 * Both streams of a run, which one terminal may show: the model's text on standard output, and everything else in lines
 * on standard error. Lines wait while the user is asked.
 */
export class Screen {
  readonly #terminal: Terminal;
  readonly #print: (text: string) => string;
  #isTextOpen = false;
  #isProgressShown = false;
  #waiting: string[] | undefined;
  /** The last question. Calls that run at the same time may ask at the same time. */
  #question: Promise<unknown> = Promise.resolve();

  constructor(terminal: Terminal, { isOutTerminal }: { readonly isOutTerminal: boolean }) {
    this.#terminal = terminal;
    this.#print = sanitizeStream({ isTerminal: isOutTerminal });
  }

  /** More text of the model. */
  text(text: string): void {
    const printed = this.#print(text);
    if (printed === "") return;
    this.#hideProgress();
    this.#terminal.out(printed);
    this.#isTextOpen = !printed.endsWith("\n");
  }

  /** Writes data that isn't text of the model. */
  data(line: string): void {
    this.#terminal.out(`${line}\n`);
  }

  /** Writes a line to standard error. Untrusted text in it must be escaped first. */
  line(line: string): void {
    if (this.#waiting !== undefined) this.#waiting.push(line);
    else this.#write(`${line}\n`);
  }

  /** Shows the current activity until something else is shown; only on a terminal. */
  progress(text: string): void {
    if (this.#waiting !== undefined || !this.#terminal.isWatched) return;
    this.endText();
    this.#terminal.progress(visibleLine(text));
    this.#isProgressShown = text !== "";
  }

  /** Ends the line that the model is writing. */
  endText(): void {
    if (!this.#isTextOpen) return;
    this.#terminal.out("\n");
    this.#isTextOpen = false;
  }

  /** Holds lines back while `write` asks the user. Questions are asked one after the other. */
  asking<T>(work: (write: (text: string) => void) => Promise<T>): Promise<T> {
    const asked = this.#question.then(() => this.#ask(work));
    this.#question = asked.catch(() => {});
    return asked;
  }

  async #ask<T>(work: (write: (text: string) => void) => Promise<T>): Promise<T> {
    this.#hideProgress();
    this.endText();
    this.#waiting = [];
    try {
      return await work((text) => this.#terminal.err(text));
    } finally {
      const waiting = this.#waiting;
      this.#waiting = undefined;
      for (const line of waiting) this.line(line);
    }
  }

  /** Removes the temporary line. */
  end(): void {
    this.#hideProgress();
    this.endText();
  }

  #write(text: string): void {
    this.#hideProgress();
    this.endText();
    this.#terminal.err(text);
  }

  #hideProgress(): void {
    if (!this.#isProgressShown) return;
    this.#terminal.progress("");
    this.#isProgressShown = false;
  }
}

/**
 * Returns a function that makes a model's text safe for a terminal, piece by piece. Line breaks and tabs stay.
 * Everything else that controls a terminal is shown as a mark, also in a pipe, at whose end one may be. A character or
 * a line break that is split between two pieces stays whole. On a terminal, the signs that begin the lines of a
 * question get a dot, wherever it may wrap: `┌· Write`.
 */
export function sanitizeStream({ isTerminal }: { readonly isTerminal: boolean }): (piece: string) => string {
  let half = "";
  return (piece) => {
    const text = half + piece;
    half = /[\ud800-\udbff\r┌├└]$/.exec(text)?.[0] ?? "";
    return text
      .slice(0, text.length - half.length)
      .split(/\r?\n/)
      .map((line) => (isTerminal ? printable(line).replace(/[┌├└](?=\s|$)/g, "$&·") : printable(line)))
      .join("\n");
  };
}
