import { readFileSync } from "node:fs";
import { type GuardedCommand, guardAnswer } from "toolgen/runtime";
import { guardRules } from "./guard-rules.js";
import { mostPrinted, printedTo, shownText } from "./shell-log.js";
import { mostHours, type Shell, type ShellEnd } from "./start-shell.js";

/** A command that has ended with its shell, or whose shell has ended. `guarded`: filters at its end were guarded. */
export function answerOf(shell: Shell, end: ShellEnd, guarded?: GuardedCommand): string {
  const failed = end.code === null || end.code === 0 ? [] : [`Exit Code: ${end.code}`];
  const ended = end.kind === "exited" && end.signal !== null ? [`Signal: ${end.signal}`] : [];
  const left = end.kind === "left" ? [`Background PIDs: ${end.jobs.join(", ")}`, `Process Group PGID: ${shell.pid}`, runsOn(shell)] : [];
  const { text, notes } = guarded === undefined ? { text: printedTo(shell.log), notes: [] } : guardedText(shell, guarded);
  return [`Output: ${text || "(empty)"}`, ...notes, ...failed, ...ended, ...left].join("\n");
}

/** Both streams of a command are in one file. */
function guardedText({ log }: Shell, guarded: GuardedCommand): { readonly text: string; readonly notes: readonly string[] } {
  const options = { stdout: readFileSync(log), slowMs: guardRules.slowMs, hasBothStreams: true };
  const { stdout, notes, isFileNamed } = guardAnswer(guarded, options);
  if (!isFileNamed) guarded.remove();
  return { text: shownText({ bytes: stdout.subarray(0, mostPrinted), size: stdout.length }), notes };
}

/** A command that was killed. */
export function answerOfEnded(shell: Shell, why: string, guarded?: GuardedCommand): string {
  // The filtered part of an incomplete output says little about how far the command got.
  const printed = printedTo(guarded?.file ?? shell.log);
  return `The command was ended: ${why}. ${printed === "" ? "It had printed nothing." : `Until then it had printed:\n${printed}`}`;
}

/** A command that keeps running. */
export function answerOfRunning(shell: Shell): string {
  return `Command is running in background. PID: ${shell.pid}. Initial output:\n${printedTo(shell.log)}\n\n${runsOn(shell)}`;
}

/** Advice about a program that keeps running. */
const runsOn = ({ pid, log }: Shell) =>
  `[What it prints goes to ${log}: read that with tail. To end it: kill -- -${pid}. After ${mostHours} hours it is ended.]`;
