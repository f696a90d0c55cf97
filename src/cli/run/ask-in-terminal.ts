import { type AnswerKey, helpIndent, helpLines, helpOnKeys, keyChoices, understand } from "./answer-keys.js";
import type { Canvas } from "./canvas.js";
import { drawPrompt } from "./draw-prompt.js";
import { drawQuestion } from "./draw-question.js";
import type { Keyboard } from "./keyboard.js";
import type { TerminalQuestion } from "./question.js";
import { wrapWords } from "./wrap-text.js";

/** The terminal at which the user is asked. */
export interface AskingTerminal {
  readonly keyboard: Keyboard;
  readonly write: (text: string) => void;
  /** Called each time, because the window's size may have changed. */
  readonly canvas: () => Canvas;
  /** Calls `listener` when the terminal has another size, until the returned function is called. */
  readonly onResize: (listener: () => void) => () => void;
}

/** A decision; `aborted`: it is no longer needed. */
export type TerminalDecision = Exclude<AnswerKey, "show"> | "aborted";

/**
 * Asks until there is a decision. Ctrl-C, Ctrl-D and a closed terminal mean no. The question is redrawn when the
 * terminal is resized.
 */
export async function askInTerminal(question: TerminalQuestion, terminal: AskingTerminal, signal: AbortSignal): Promise<TerminalDecision> {
  const { keyboard, write, canvas, onResize } = terminal;
  // It may have waited for another question.
  if (signal.aborted) return "aborted";
  write(drawQuestion(question, canvas(), { whole: false }));
  const stop = onResize(() => write(`\n${drawQuestion(question, canvas(), { whole: false })}${keyboard.typed}`));
  try {
    return await decision(question, terminal, signal);
  } finally {
    stop();
  }
}

async function decision(
  question: TerminalQuestion,
  { keyboard, write, canvas }: AskingTerminal,
  signal: AbortSignal,
): Promise<TerminalDecision> {
  const say = (lines: readonly string[], hanging = 0) => {
    for (const line of lines.flatMap((each) => wrapWords(each, canvas().columns - 3, hanging))) write(`  ${line}\n`);
  };
  for (;;) {
    const typed = await keyboard.readLine(signal);
    if (typed.kind === "aborted") {
      write("\n");
      return "aborted";
    }
    if (typed.kind !== "line") return "no";
    const understood = understand(typed.text, question.answers);
    if (understood.kind === "answer") {
      if (understood.answer !== "show") return understood.answer;
      write(drawQuestion(question, canvas(), { whole: true }));
      continue;
    }
    if (understood.kind === "help") {
      say(helpLines(question.answers), helpIndent);
      say([helpOnKeys]);
    } else say([understood.message, `Answer with one of ${keyChoices(question.answers)}.`]);
    write(drawPrompt(question, canvas()));
  }
}
