import type { AgenticLoopEvent, AgenticLoopOptions, AgenticLoopResult } from "../../agent/agentic-loop.js";
import type { ConfirmationRequest } from "../../agent/ask-to-confirm.js";
import { openEditor } from "../../agent/open-editor.js";
import { userSettingsFile } from "../../call/user-settings.js";
import { runAgenticLoop } from "../../runtime/index.js";
import { UsageError } from "../command.js";
import type { Terminal } from "../io/terminal.js";
import { askInTerminal, type Confirming, confirmInTerminal, type UnattendedOption } from "./confirm-in-terminal.js";
import { canvasOf, onResize, openKeyboard } from "./console.js";
import { elicitInTerminal, type TerminalElicitation } from "./elicit-in-terminal.js";
import { Interrupts, onSignals } from "./interrupts.js";
import { askedLine, elicitationLine, eventLine, runLines } from "./run-lines.js";
import type { Screen } from "./screen.js";
import { painter } from "./wrap-text.js";

export interface SessionOptions {
  /** The options of the loop, without its observers and its decisions. */
  readonly loop: AgenticLoopOptions;
  readonly terminal: Terminal;
  readonly screen: Screen;
  /** Tells the user something in a line. */
  readonly say: (line: string) => void;
  /** The decision about calls that require confirmation; `undefined` if the user at the terminal is asked. */
  readonly unattended: UnattendedOption | undefined;
  /** The decision without a user, if settings have none. */
  readonly whenAlone: UnattendedOption;
  /** True if the task comes on standard input. */
  readonly isInputTaken: boolean;
  readonly isJson: boolean;
  /** Asks what MCP servers want to know, once this terminal is open. */
  readonly elicitation: TerminalElicitation;
}

export interface SessionOutcome {
  readonly result: AgenticLoopResult;
  /** The shell's exit code for the signal that ended the run, if one did. */
  readonly signalCode: number | undefined;
}

/**
 * Runs the loop with a terminal: shows events, confirms calls, handles Ctrl-C and signals. Afterwards the terminal is
 * in its original state.
 */
export async function runSession({
  loop,
  terminal,
  screen,
  say,
  unattended,
  whenAlone,
  isInputTaken,
  isJson,
  elicitation,
}: SessionOptions): Promise<SessionOutcome> {
  const leave = () => process.exit(130);
  const interrupts = new Interrupts({
    onCancel: (names) => say(`${names.join(", ")}: cancelling. Ctrl-C again ends the run.`),
    onEnd: () => say("ending. Ctrl-C again leaves at once."),
    leave,
  });
  const onInterrupt = () => interrupts.press();
  const onEnd = () => interrupts.endRun();
  const signals = onSignals(terminal.stdout, { onInterrupt, onEnd });
  const keyboard = unattended === undefined ? openKeyboard({ isInputTaken, onInterrupt, onQuit: onEnd }) : undefined;
  const canvas = () => canvasOf(terminal.color.err);
  const confirming: Confirming = {
    ask:
      keyboard && ((question, signal) => screen.asking((write) => askInTerminal(question, { keyboard, write, canvas, onResize }, signal))),
    unattended,
    whenAlone,
    settings: userSettingsFile(terminal.environment),
    say,
  };
  if (keyboard !== undefined)
    elicitation.open((request, { signal }) => {
      if (isJson) screen.data(elicitationLine(request));
      return screen.asking((write) => elicitInTerminal(request, { keyboard, write, canvas }, signal));
    });
  const show = isJson ? jsonLines(screen) : runLines({ screen, paint: painter(terminal.color.err), columns: () => columnsOf(terminal) });
  const onEvent = (event: AgenticLoopEvent) => {
    if (event.type === "started") interrupts.toolStarted(event.call.id, { name: event.tool.name, cancel: event.cancel });
    else if (event.type === "result") interrupts.toolEnded(event.call.id);
    show(event);
  };
  const onToolConfirmationRequired = (call: { readonly id: string }, _: unknown, request: ConfirmationRequest) => {
    if (isJson) screen.data(askedLine(call, request));
    return confirmInTerminal(request, confirming);
  };
  const modifyWithEditor: typeof openEditor = (content) => {
    const edit = () => openEditor({ ...content, env: terminal.environment });
    return interrupts.held(() => (keyboard === undefined ? edit() : keyboard.lend(edit)));
  };
  try {
    const result = await begun({ ...loop, onEvent, onToolConfirmationRequired, modifyWithEditor, signal: interrupts.signal });
    return { result, signalCode: signals.exitCode() };
  } finally {
    elicitation.close();
    screen.end();
    keyboard?.close();
    signals.stop();
  }
}

const columnsOf = ({ isWatched }: Terminal) => (isWatched ? process.stderr.columns : undefined);

const jsonLines = (screen: Screen) => (event: AgenticLoopEvent) => screen.data(eventLine(event));

/** If the loop rejects, the command line was wrong: an invalid saved state, or a missing AI SDK. */
async function begun(options: AgenticLoopOptions): Promise<AgenticLoopResult> {
  try {
    return await runAgenticLoop(options);
  } catch (error) {
    throw error instanceof Error ? new UsageError(error.message) : error;
  }
}
