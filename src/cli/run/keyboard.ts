import { StringDecoder } from "node:string_decoder";
import { escapeControl } from "../../contract/display-text.js";
import { PasteReader, pasteModes } from "../io/typed-input.js";
import { cellsOf } from "./wrap-text.js";

/**
 * The user's answer to a question: a line, or the refusal to answer (Ctrl-C, Ctrl-D, or a closed terminal). `aborted`:
 * the answer is no longer needed.
 */
export type TypedLine = { readonly kind: "line"; readonly text: string } | { readonly kind: "interrupted" | "ended" | "aborted" };

/** A terminal's input. */
export type KeyboardInput = NodeJS.ReadableStream & { setRawMode?(raw: boolean): unknown; destroy?(): unknown };

interface KeyboardOptions {
  readonly input: KeyboardInput;
  /** True if the input is destroyed at the end. An input that was opened only for this would keep the process alive. */
  readonly ownsInput?: boolean;
  /** Shows what is typed. */
  readonly echo: (text: string) => void;
  /** Called for Ctrl-C without an open question. */
  readonly onInterrupt: () => void;
  /** Ctrl-Z. */
  readonly onSuspend: () => void;
  /** Ctrl-\. */
  readonly onQuit: () => void;
}

/** Limits of a typed line: by default a word in ASCII. */
export interface LineOptions {
  /** The most characters. */
  readonly longest?: number;
  /** True if any character may be typed that a terminal shows. */
  readonly isText?: boolean;
}

interface Line extends Required<LineOptions> {
  text: string;
  readonly settle: (typed: TypedLine) => void;
}

/** The sequences that keys such as the arrows send. A control character after Escape is a key of its own. */
const sequences = /\u001b(?:\[[0-?]*[ -/]*[@-~]|O\P{Cc}|\P{Cc})?/gu;
/** The limit of an answer, which is a word. */
const longestAnswerChars = 60;

/** A character that a terminal wouldn't show as it is. */
const isHidden = (key: string) => escapeControl(key) !== key;

/**
 * Reads a terminal key by key from beginning to end. Keys that are typed without an open question are dropped, so a key
 * that was meant for something else can't answer a later question. For the same reason a paste never ends a line, and
 * is dropped where the answer is a word. Close it.
 */
export class Keyboard {
  readonly #options: KeyboardOptions;
  readonly #decoder = new StringDecoder("utf8");
  #line: Line | undefined;
  #hasEnded = false;
  #isClosed = false;
  #isListening = false;
  #pastes = new PasteReader();
  readonly #onData = (bytes: Buffer | string) => this.#take(typeof bytes === "string" ? bytes : this.#decoder.write(bytes));
  readonly #onEnd = () => {
    this.#hasEnded = true;
    this.#settle({ kind: "ended" });
  };

  constructor(options: KeyboardOptions) {
    this.#options = options;
    // A closed terminal is reported as an error.
    options.input.on("end", this.#onEnd).on("close", this.#onEnd).on("error", this.#onEnd);
    this.#listen();
  }

  /** Returns the keys typed from now on, up to the next Enter. */
  readLine(signal: AbortSignal, { longest = longestAnswerChars, isText = false }: LineOptions = {}): Promise<TypedLine> {
    if (this.#hasEnded) return Promise.resolve({ kind: "ended" });
    if (signal.aborted) return Promise.resolve({ kind: "aborted" });
    return new Promise((resolve) => {
      const onAbort = () => this.#settle({ kind: "aborted" });
      signal.addEventListener("abort", onAbort, { once: true });
      this.#line = {
        text: "",
        longest,
        isText,
        settle: (typed) => {
          signal.removeEventListener("abort", onAbort);
          resolve(typed);
        },
      };
    });
  }

  /** The line so far. */
  get typed(): string {
    return this.#line?.text ?? "";
  }

  /** Lends the terminal, in its original state, to another program such as an editor. */
  async lend<T>(work: () => Promise<T>): Promise<T> {
    this.#release();
    try {
      return await work();
    } finally {
      this.#listen();
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#release();
    this.#settle({ kind: "ended" });
    const { input, ownsInput } = this.#options;
    input.off("end", this.#onEnd).off("close", this.#onEnd);
    if (ownsInput) input.destroy?.();
  }

  #listen(): void {
    if (this.#isListening || this.#hasEnded || this.#isClosed) return;
    this.#isListening = true;
    const { input } = this.#options;
    if (input.setRawMode !== undefined) this.#options.echo(pasteModes.asked);
    input.setRawMode?.(true);
    input.on("data", this.#onData);
    input.resume();
  }

  #release(): void {
    if (!this.#isListening) return;
    this.#isListening = false;
    this.#pastes = new PasteReader();
    const { input } = this.#options;
    input.off("data", this.#onData);
    input.pause();
    if (this.#hasEnded || input.setRawMode === undefined) return;
    input.setRawMode(false);
    this.#options.echo(pasteModes.left);
  }

  /** After the end of a line, the rest of the same input is dropped. */
  #take(text: string): void {
    const lineBefore = this.#line;
    this.#pastes.read(text, { typed: (part) => this.#type(part, lineBefore), pasted: (part) => this.#insert(part) });
  }

  /** Adds a paste to a text, on one line. */
  #insert(pasted: string): void {
    const line = this.#line;
    if (line?.isText)
      for (const key of pasted.replace(sequences, "").replaceAll(/[\r\n]+/g, " ")) if (!isHidden(key)) this.#edit(key, line);
  }

  #type(text: string, lineBefore: Line | undefined): void {
    for (const key of text.replace(sequences, "")) {
      if (key === "\u001a") this.#options.onSuspend();
      else if (key === "\u001c") this.#options.onQuit();
      else if (this.#line !== undefined) this.#edit(key, this.#line);
      else if (key === "\u0003" && lineBefore === undefined) this.#options.onInterrupt();
    }
  }

  #edit(key: string, line: Line): void {
    const { echo } = this.#options;
    if (key === "\u0003") this.#answer({ kind: "interrupted" }, "^C\n");
    else if (key === "\u0004") this.#answer({ kind: "ended" }, "^D\n");
    else if (key === "\r" || key === "\n") this.#answer({ kind: "line", text: line.text }, "\n");
    else if (key === "\u007f" || key === "\b") this.#shorten(line, 1);
    else if (key === "\u0015") this.#shorten(line, line.text.length);
    else if ((line.isText ? !isHidden(key) : key >= " " && key <= "~") && line.text.length < line.longest) {
      line.text += key;
      echo(key);
    }
  }

  #shorten(line: Line, by: number): void {
    const characters = [...line.text];
    const removed = characters.splice(Math.max(0, characters.length - by)).join("");
    line.text = characters.join("");
    this.#options.echo("\b \b".repeat(cellsOf(removed)));
  }

  #answer(typed: TypedLine, echoed: string): void {
    this.#options.echo(echoed);
    this.#settle(typed);
  }

  #settle(typed: TypedLine): void {
    const line = this.#line;
    this.#line = undefined;
    line?.settle(typed);
  }
}
