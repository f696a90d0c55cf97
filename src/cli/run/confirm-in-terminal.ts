import type { ConfirmationAnswer, ConfirmationRequest } from "../../agent/ask-to-confirm.js";
import { DiscoveredMCPTool } from "../../agent/discovered-mcp-tool.js";
import { onlyTheUser } from "../../call/refusal.late.js";
import { ToolConfirmationOutcome } from "../../contract/confirmation.js";
import { drawPrompt, drawQuestion } from "./draw-question.js";
import type { Keyboard } from "./keyboard.js";
import {
  type AnswerKey,
  helpIndent,
  helpLines,
  helpOnKeys,
  keyChoices,
  outcomes,
  type TerminalQuestion,
  terminalQuestion,
  understand,
} from "./question.js";
import { type Canvas, wrapWords } from "./wrap-text.js";

/** The decision about a call that requires confirmation, without a user to ask. */
export type UnattendedOption = "allow" | "deny" | "pause";

export interface Confirming {
  /** Asks the user; `undefined` if there is none. */
  readonly ask: ((question: TerminalQuestion, signal: AbortSignal) => Promise<TerminalDecision>) | undefined;
  /** The value of `--unattended`, which precedes settings. */
  readonly unattended: UnattendedOption | undefined;
  /** The decision if settings have none either. */
  readonly whenAlone: UnattendedOption;
  /** The user's settings file, if there can be one. */
  readonly settings: string | undefined;
  /** Tells the user something in a line. */
  readonly say: (line: string) => void;
}

/**
 * Decides on a call by asking the user, or by the settings if no user can be asked. The registry decides which calls an
 * "always" covers, and saves it.
 */
export async function confirmInTerminal(
  request: ConfirmationRequest,
  { ask, ...alone }: Confirming,
): Promise<ConfirmationAnswer | "pause"> {
  if (ask === undefined) return answerAlone(request, alone);
  const decided = await ask(terminalQuestion(request), request.signal);
  return decided === "aborted" ? ToolConfirmationOutcome.Cancel : outcomes[decided];
}

function answerAlone(
  { tool, invocation, risk, metadata }: ConfirmationRequest,
  { unattended, whenAlone, settings, say }: Omit<Confirming, "ask">,
): ConfirmationAnswer | "pause" {
  const setting = invocation.getUnattended?.();
  const word = unattended ?? setting ?? whenAlone;
  if (word === "pause") return "pause";
  if (word === "allow") return { outcome: ToolConfirmationOutcome.ProceedOnce, unattended: true };
  if (unattended === "deny") {
    say(`${tool.name} was not run: it requires confirmation, and --unattended deny refuses it.`);
    return { outcome: ToolConfirmationOutcome.Cancel, unattended: true };
  }
  const level = risk?.level ?? metadata?.riskLevel;
  const why = `this ${level === undefined ? "" : `${level} `}call requires confirmation, and there is no terminal to ask at`;
  const forNow = `--risk ${tool.name}=allow allows it for a run, --unattended allow all such calls`;
  const forGood = [
    ...(settings === undefined ? [] : [`"confirm": { "unattended": "allow" } in ${settings}`]),
    // The project's settings apply to its own tools.
    ...(tool instanceof DiscoveredMCPTool ? [] : ["confirm: { unattended: allow } in toolgen.yaml"]),
  ].join(", or ");
  say(
    setting === undefined
      ? `${tool.name} was not run: ${why}. ${forNow}${forGood === "" ? "" : `; for good: ${forGood}`}.`
      : `${tool.name} was not run: ${why}, and settings say unattended: ${setting}. ${forNow}.`,
  );
  return { outcome: ToolConfirmationOutcome.Cancel, reason: nobodyToAsk(tool.name, level), unattended: true };
}

/** The model's message, which must not say that the user denied the call. */
const nobodyToAsk = (tool: string, level: string | undefined) =>
  `${tool} was not run: this ${level === undefined ? "" : `${level} `}call must be confirmed, and there is no one to ask here. ${onlyTheUser()}`;

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
type TerminalDecision = Exclude<AnswerKey, "show"> | "aborted";

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
