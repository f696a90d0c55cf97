import { visibleLine } from "../../runtime/text/escape-control.js";
import type { Terminal } from "../io/terminal.js";
import { sanitizeStream } from "./sanitize-stream.js";

/**
 * Both streams of a run, of which a terminal may show both: the model's text on standard output, and all else on standard error in lines of their own. While
 * somebody is asked, lines wait.
 */
export class Screen {
  readonly #terminal: Terminal;
  readonly #print: (text: string) => string;
  #isTextOpen = false;
  #isProgressShown = false;
  #waiting: string[] | undefined;

  constructor(terminal: Terminal, { isOutTerminal }: { readonly isOutTerminal: boolean }) {
    this.#terminal = terminal;
    this.#print = isOutTerminal ? sanitizeStream() : (text) => text;
  }

  /** More of what the model says. */
  text(text: string): void {
    const printed = this.#print(text);
    if (printed === "") return;
    this.#hideProgress();
    this.#terminal.out(printed);
    this.#isTextOpen = !printed.endsWith("\n");
  }

  /** Data that is no text of the model's. */
  data(line: string): void {
    this.#terminal.out(`${line}\n`);
  }

  /** A line on standard error. What of it isn't ours is to be made visible before. */
  line(line: string): void {
    if (this.#waiting !== undefined) this.#waiting.push(line);
    else this.#write(`${line}\n`);
  }

  /** What happens just now, as long as nothing else is shown; only on a terminal. */
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

  /** Holds lines back while somebody is asked by `write`. */
  async asking<T>(work: (write: (text: string) => void) => Promise<T>): Promise<T> {
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

  /** Takes away what is not to stay. */
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
