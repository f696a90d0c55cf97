import { type Answer, choices, helpIndent, helpLines, helpOnKeys, understand } from "./answers.js";
import { type Canvas, drawQuestion, painter } from "./draw-question.js";
import type { Keyboard } from "./keyboard.js";
import type { Question } from "./question.js";
import { wrappedWords } from "./wrapped.js";

/** Where somebody is asked. */
export interface AskingPlace {
  readonly keyboard: Keyboard;
  readonly write: (text: string) => void;
  /** Its size is asked for each time: a window may have another by now. */
  readonly canvas: () => Canvas;
}

/** A decision; `aborted`: it is no longer wanted. */
export type Decided = Exclude<Answer, "show"> | "aborted";

/** Asks until there is a decision. Ctrl-C, Ctrl-D and a terminal that is gone mean no. */
export async function askUser(question: Question, { keyboard, write, canvas }: AskingPlace, signal: AbortSignal): Promise<Decided> {
  const say = (lines: readonly string[], hanging = 0) => {
    for (const line of lines.flatMap((each) => wrappedWords(each, canvas().columns - 3, hanging))) write(`  ${line}\n`);
  };
  write(drawQuestion(question, canvas(), { whole: false }));
  for (;;) {
    write(asking(question, canvas()));
    const typed = await keyboard.readLine(signal);
    if (typed.kind === "aborted") {
      write("\n");
      return "aborted";
    }
    if (typed.kind !== "line") return "no";
    const understood = understand(typed.text, question.answers);
    if (understood.kind === "help") {
      say(helpLines(question.answers), helpIndent);
      say([helpOnKeys]);
    } else if (understood.kind === "unknown") say([understood.message, `Answer with one of ${choices(question.answers)}.`]);
    else if (understood.answer === "show") write(drawQuestion(question, canvas(), { whole: true }));
    else return understood.answer;
  }
}

/** The line that is answered. */
function asking({ answers }: Question, { color, columns }: Canvas): string {
  const paint = painter(color);
  const lines = wrappedWords(choices(answers), columns - 4);
  return lines
    .map((line, i) => `${paint("dim", i === 0 ? "└ " : "  ")}${paint("bold", line)}${i === lines.length - 1 ? ": " : "\n"}`)
    .join("");
}
