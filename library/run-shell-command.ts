import { setTimeout as sleep } from "node:timers/promises";
import { guardCommand, type HandlerContext } from "toolgen/runtime";
import type { RunShellCommandArgs } from "../generated/tools/run-shell-command.js";
import { answerOf, answerOfEnded, answerOfRunning } from "./shell/answer.js";
import { guardRules } from "./shell/guard-rules.js";
import { lookAt, mostPrinted } from "./shell/shell-log.js";
import { type Shell, shellName, startShell } from "./shell/start-shell.js";

const lookMs = 100;
const graceMs = 2000;

/**
 * The result has the wording of Gemini CLI's tool of this name. A failing command is a result like any other, with its
 * exit code.
 */
export async function runShellCommand(args: RunShellCommandArgs, { cwd, signal, update }: HandlerContext): Promise<string> {
  const { command, is_background, delay_ms, timeout_ms } = args;
  const name = shellName();
  const guarded = is_background ? undefined : guardCommand(command, { rules: guardRules, dialect: name, env: process.env });
  const shell = startShell(guarded?.command ?? command, { cwd, name });
  const size = await follow(shell, { ms: is_background ? delay_ms : timeout_ms, growing: guarded?.file ?? shell.log, signal, update });
  const end = shell.end();
  if (signal.aborted) await stop(shell);
  signal.throwIfAborted();
  if (end?.kind === "left" || (end === undefined && is_background && size <= mostPrinted)) {
    const text = end === undefined ? answerOfRunning(shell) : answerOf(shell, end, guarded);
    shell.release();
    return text;
  }
  await stop(shell);
  const why = size > mostPrinted ? "it printed more than 32 MiB" : `it took longer than ${timeout_ms} ms (timeout_ms)`;
  const text = end === undefined ? answerOfEnded(shell, why, guarded) : answerOf(shell, end, guarded);
  shell.remove();
  return text;
}

interface Watching {
  readonly ms: number;
  /** The file that receives the command's output. */
  readonly growing: string;
  readonly signal: AbortSignal;
  readonly update: (text: string) => void;
}

/**
 * Shows each last line of a command until it ends, reaches its time limit or prints too much. Returns how many bytes it
 * has printed.
 */
async function follow(shell: Shell, { ms, growing, signal, update }: Watching): Promise<number> {
  const until = performance.now() + ms;
  let shown = "";
  for (;;) {
    const { lastLine } = lookAt(growing);
    const { size } = lookAt(shell.log);
    if (lastLine !== shown) update(lastLine);
    shown = lastLine;
    const left = until - performance.now();
    if (shell.end() !== undefined || left <= 0 || size > mostPrinted || signal.aborted) return size;
    await Promise.race([shell.exited, sleep(Math.min(lookMs, left))]);
  }
}

/** Ends the rest of a command's group. */
async function stop(shell: Shell): Promise<void> {
  if (shell.end() === undefined) {
    shell.kill("SIGTERM");
    await Promise.race([shell.exited, sleep(graceMs)]);
  }
  shell.kill("SIGKILL");
}
