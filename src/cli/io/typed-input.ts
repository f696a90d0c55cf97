import { PassThrough, type Readable, type Writable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { Cancelled } from "../command.js";

/** With these, a terminal marks a paste in which it was asked to (bracketed paste). */
export const pasteModes = { asked: "\u001b[?2004h", left: "\u001b[?2004l" } as const;
const marks = { begins: "\u001b[200~", ends: "\u001b[201~" } as const;
const eitherMark = /(\u001b\[20[01]~)/;
/** The beginning of a mark at the end of what was read. */
const cutMark = /\u001b(?:\[(?:2(?:0[01]?)?)?)?$/;
/** Ctrl-C as a key: nothing was read with it. */
const interrupts = /^\u0003+$/;
/** Ctrl-D as a key. */
const closes = /^\u0004+$/;

interface PasteParts {
  typed(part: string): void;
  pasted(part: string): void;
}

/** Tells pasted text from typed text in the order in which a terminal's input is read. */
export class PasteReader {
  #isPasting = false;
  #cut = "";

  /** Passes each part on. */
  read(text: string, { typed, pasted }: PasteParts): void {
    const read = this.#cut + text;
    this.#cut = cutMark.exec(read)?.[0] ?? "";
    for (const part of read.slice(0, read.length - this.#cut.length).split(eitherMark)) {
      if (part === marks.begins || part === marks.ends) this.#isPasting = part === marks.begins;
      // The end of a paste may be lost, or may never come.
      else if (this.#isPasting && !interrupts.test(text)) pasted(part);
      else typed(part);
    }
  }

  /** Returns what may have been the beginning of a mark, and forgets it. */
  rest(): string {
    const rest = this.#cut;
    this.#cut = "";
    return rest;
  }
}

interface QuestionStreams {
  readonly input: Readable;
  readonly output: Writable;
}

interface QuestionOptions {
  /** True if the answer is a text, to which a paste may belong. */
  readonly isText?: boolean;
  /** By default the process's own. */
  readonly terminal?: { readonly stdin: Readable & { setRawMode?(raw: boolean): unknown }; readonly stderr: Writable };
}

/** Within this time, the rest of a mark has arrived: Escape is a key. */
const markMs = 50;
/** Letters with Enter, or several letters, that are read at once: they were pasted. */
const fast = /[!-~][\r\n]|[!-~]{2}/;
/** The sequences of keys such as the arrows. */
const keySequences = /\u001b(?:\[[0-?]*[ -/]*[@-~]|O.)/g;

/**
 * Asks a question of Clack on the terminal, whose keys are answers. A paste isn't an answer: it is dropped, or added to
 * a text as one line. Throws `Cancelled` if the user ends the question, or the terminal is gone.
 */
export async function askTyped<T>(
  ask: (streams: QuestionStreams) => Promise<T>,
  { isText = false, terminal: { stdin, stderr } = process }: QuestionOptions = {},
): Promise<Exclude<T, symbol>> {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (raw: boolean) => stdin.setRawMode?.(raw) });
  const decoder = new StringDecoder("utf8");
  const reader = new PasteReader();
  // Clack waits for ever at the end of its input.
  const cancel = () => void input.write("\u0003");
  const typed = (part: string) => {
    if (closes.test(part)) cancel();
    else if (isText || !fast.test(part.replace(keySequences, ""))) input.write(part);
  };
  const pasted = (part: string) => {
    if (isText) input.write(part.replaceAll(/[^\P{Cc}]+/gu, " "));
  };
  let later: NodeJS.Timeout | undefined;
  const onData = (bytes: Buffer) => {
    clearTimeout(later);
    reader.read(decoder.write(bytes), { typed, pasted });
    later = setTimeout(() => typed(reader.rest()), markMs);
  };
  stderr.write(pasteModes.asked);
  stdin.on("data", onData).on("end", cancel).resume();
  try {
    // Standard output has only the result.
    const answer = await ask({ input, output: stderr });
    if (typeof answer === "symbol") throw new Cancelled();
    return answer as Exclude<T, symbol>;
  } finally {
    clearTimeout(later);
    stdin.off("data", onData).off("end", cancel).pause();
    stderr.write(pasteModes.left);
  }
}
