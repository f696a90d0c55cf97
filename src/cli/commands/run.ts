import { resolve } from "node:path";
import type { AgenticLoopLimits, AgenticLoopResult } from "../../agent/agentic-loop.js";
import { visibleLine } from "../../contract/display-text.js";
import { utf8Text } from "../../contract/stdio.js";
import { exitCode, UsageError } from "../command.js";
import type { StandardInput, Terminal } from "../io/terminal.js";
import { projectRoot } from "../project/open-project.js";
import { builtTools, type ToolsRequest } from "../run/built-tools.js";
import type { UnattendedOption } from "../run/confirm-in-terminal.js";
import { hasKeyboard } from "../run/console.js";
import { TerminalElicitation } from "../run/elicit-in-terminal.js";
import { loadModel } from "../run/load-model.js";
import { endLine } from "../run/run-lines.js";
import { claim } from "../run/run-record.js";
import { runSession, type SessionOptions, type SessionOutcome } from "../run/run-session.js";
import { checkSaveFile, openSaving, type RunStart, runStart, type Saving } from "../run/save-state.js";
import { Screen } from "../run/screen.js";
import { wrapWords } from "../run/wrap-text.js";

export interface RunRequest extends ToolsRequest {
  /** `-`: read from standard input. `undefined` only with `resume`. */
  readonly task: string | undefined;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly system?: string;
  readonly maxTurns?: number;
  readonly maxTokens?: number;
  /** Seconds. */
  readonly timeout?: number;
  readonly save?: string;
  readonly resume?: string;
  readonly unattended?: UnattendedOption;
  readonly json?: true;
}

/**
 * `toolgen run`: lets a model work with the project's tools, and asks the user at the terminal before calls that
 * require confirmation.
 */
export async function run(request: RunRequest, terminal: Terminal): Promise<number> {
  if (request.model === undefined)
    throw new UsageError("There is no model.", "Name one: --model anthropic/claude-opus-4-5, or set TOOLGEN_MODEL.");
  const at = (path: string | undefined) => (path === undefined ? undefined : resolve(terminal.launchDir, path));
  const resume = at(request.resume);
  // A resumed run is saved to the same file, so that resuming it again repeats no call.
  const file = at(request.save) ?? resume;
  if (request.save !== undefined && file !== undefined) checkSaveFile(file);
  const releases: (() => void)[] = [];
  try {
    for (const each of new Set([resume, file])) if (each !== undefined) releases.push(claim(each));
    return await claimedRun(request, { terminal, resume, file });
  } finally {
    for (const release of releases) release();
  }
}

interface Claimed {
  readonly terminal: Terminal;
  /** The absolute path of a state. */
  readonly resume: string | undefined;
  /** The absolute path of a file for the state. */
  readonly file: string | undefined;
}

async function claimedRun(request: RunRequest, { terminal, resume, file }: Claimed): Promise<number> {
  const env = terminal.environment;
  const beginning = runStart({ task: readTask(request.task, terminal), system: request.system, resume, env });
  const saving = file === undefined ? undefined : openSaving(file, { run: beginning.run, savedRun: resume ?? file, env });
  try {
    return await savedRun(request, { terminal, file, beginning, saving });
  } finally {
    saving?.release();
  }
}

interface Prepared extends Pick<Claimed, "terminal" | "file"> {
  readonly beginning: RunStart;
  readonly saving: Saving | undefined;
}

async function savedRun(request: RunRequest, { terminal, file, beginning, saving }: Prepared): Promise<number> {
  const { model = "", baseUrl, unattended } = request;
  const env = terminal.environment;
  const loaded = await loadModel({ model, baseUrl, folder: projectRoot(request, terminal), env });
  const screen = new Screen(terminal, { isOutTerminal: process.stdout.isTTY === true });
  const say = (line: string) => {
    const text = `toolgen: ${visibleLine(line)}`;
    const lines = terminal.isWatched ? wrapWords(text, (process.stderr.columns || 80) - 1, 2) : [text];
    for (const each of lines) screen.line(each);
  };
  const isInputTaken = request.task === "-";
  const elicitation = new TerminalElicitation();
  const canElicit = unattended === undefined && hasKeyboard({ isInputTaken });
  const registry = await builtTools(request, { terminal, say, ...(canElicit && { onElicitation: elicitation.handler }) });
  try {
    const loop = { model: loaded, registry, ...beginning.options, ...saving?.options, limits: limitsOf(request) };
    const whenAlone = file === undefined ? "deny" : "pause";
    const isJson = request.json === true;
    const driven = await runSession({ loop, terminal, screen, say, unattended, whenAlone, isInputTaken, isJson, elicitation });
    const { result } = driven;
    if (isJson) screen.data(endLine(result));
    else if (result.reason !== undefined) say(`${result.status}: ${result.reason}${file === undefined ? unsaved(result) : ""}`);
    return saved(result, { file, saving, say }) ? codeOf(driven) : exitCode.failed;
  } finally {
    await registry.close();
  }
}

const exitCodes: Readonly<Record<AgenticLoopResult["status"], number>> = {
  completed: exitCode.done,
  failed: exitCode.failed,
  paused: exitCode.unfinished,
  limit: exitCode.unfinished,
  cancelled: 130,
};

/** The missing option, if there was something to save. */
const unsaved = ({ turns }: AgenticLoopResult) => (turns === 0 ? "" : " It can't be resumed: nothing is saved without --save FILE.");

const codeOf = ({ result, signalCode }: SessionOutcome) => signalCode ?? exitCodes[result.status];

function limitsOf({ maxTurns, maxTokens, timeout }: RunRequest): Partial<AgenticLoopLimits> {
  return {
    ...(maxTurns === undefined ? {} : { turns: maxTurns }),
    ...(maxTokens === undefined ? {} : { tokens: maxTokens }),
    ...(timeout === undefined ? {} : { milliseconds: timeout * 1000 }),
  };
}

/** Returns false if the state couldn't be stored. */
function saved(
  { state, status }: AgenticLoopResult,
  { file, saving, say }: Pick<Prepared, "file" | "saving"> & Pick<SessionOptions, "say">,
): boolean {
  if (file === undefined || saving === undefined) return true;
  try {
    saving.saveState(state);
    if (status !== "completed") say(`saved: --resume ${file} goes on from here.`);
    return true;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return false;
  }
}

/** Reads the task from the command line or, for `-`, from standard input. */
function readTask(operand: string | undefined, { stdin }: Terminal): string | undefined {
  const task = operand === "-" ? inputText(stdin) : operand;
  if (task !== undefined && task.trim() === "") throw new UsageError("The task is empty.", "Describe the task, in quotes.");
  return task;
}

function inputText(stdin: StandardInput): string {
  const input = stdin.read();
  if (input.kind === "terminal")
    throw new UsageError("Standard input is the terminal.", "Give the task in quotes, or pipe it: toolgen run - < task.txt.");
  if (input.kind === "unreadable") throw new UsageError(`Standard input could not be read (${input.code}).`);
  const text = input.kind === "read" ? utf8Text(input.bytes) : undefined;
  if (text === undefined) throw new UsageError("The task on standard input can't be read as UTF-8 text.");
  return text;
}
